import { QRCodeCanvas } from 'qrcode.react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { Dialog } from '../../components/dialog.tsx'
import { copyText } from '../../lib/copy-text.ts'
import { useAuth } from '../../session/auth.tsx'
import { playerName } from '../../session/player-name.ts'
import type { ProvenWin } from '../records/proven-win.ts'
import {
  CARD,
  type CardText,
  cardFonts,
  cardSentence,
  cardText,
  paintCard,
} from './paint-card.ts'

const QR_PX = 520

type ShareDialogProps = {
  win: ProvenWin
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Shows a win as a picture to share; it is drawn here and sent nowhere. */
export function ShareDialog({ win, open, onOpenChange }: ShareDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share this win"
      description="Made by your browser. Anyone who scans it gets the proof."
      hasCross
    >
      <Card win={win} />
    </Dialog>
  )
}

function Card({ win }: { win: ProvenWin }) {
  const { user } = useAuth()
  const [isNamed, setNamed] = useState(false)
  const isOwn = user !== null && user.id === win.player
  const name = isOwn && isNamed ? playerName(user.username) : undefined
  const text = cardText(win, name)
  const canvas = useRef<HTMLCanvasElement>(null)
  const qr = useRef<HTMLCanvasElement>(null)
  const file = usePaintedCard(canvas, qr, text)
  return (
    <div className="grid gap-4">
      <canvas
        ref={canvas}
        {...CARD}
        role="img"
        aria-label={cardSentence(win)}
        className="w-full rounded-toy"
      />
      <QRCodeCanvas
        ref={qr}
        value={text.link}
        size={QR_PX}
        bgColor="#fff4e0"
        fgColor="#1b1030"
        level="M"
        hidden
      />
      {isOwn && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={isNamed}
            onChange={({ target }) => setNamed(target.checked)}
            className="size-5"
          />
          Put my name on it
        </label>
      )}
      <ShareButtons text={text} win={win} file={file} />
    </div>
  )
}

type CanvasRef = RefObject<HTMLCanvasElement | null>

/**
 * Paints the card when its text changes.
 *
 * @returns the picture, ready before the press: browsers only share during one.
 */
function usePaintedCard(canvas: CanvasRef, qr: CanvasRef, text: CardText) {
  const [file, setFile] = useState<File>()
  const written = JSON.stringify(text)
  useEffect(() => {
    let isCurrent = true
    const paint = async () => {
      await cardFonts()
      if (!isCurrent || !canvas.current || !qr.current) return
      paintCard(canvas.current, JSON.parse(written), qr.current)
      canvas.current.toBlob((blob) => {
        if (!isCurrent || !blob) return
        setFile(new File([blob], 'bendy-win.png', { type: 'image/png' }))
      }, 'image/png')
    }
    void paint()
    return () => {
      isCurrent = false
    }
  }, [canvas, qr, written])
  return file
}

type ShareButtonsProps = {
  text: CardText
  win: ProvenWin
  /** Undefined until it is painted. */
  file: File | undefined
}

/** Shares through the system if it takes pictures; else by file and link. */
function ShareButtons({ text: { link }, win, file }: ShareButtonsProps) {
  const url = useObjectUrl(file)
  const picture = file && { files: [file] }
  const canShare = picture && navigator.canShare?.(picture)
  const share = () => {
    // Rejects if the player closes the system's dialog.
    const sent = navigator.share({
      ...picture,
      text: cardSentence(win),
      url: link,
    })
    sent.catch(() => undefined)
  }
  const copy = () =>
    copyText(link, { copied: 'Link copied to clipboard', refused: link })
  return (
    <div className="flex flex-wrap gap-3">
      {canShare && (
        <Button variant="go" onClick={share}>
          Share
        </Button>
      )}
      <a
        href={url}
        download={file?.name}
        aria-disabled={url === undefined}
        className={buttonClass(canShare ? 'plain' : 'action')}
      >
        Download
      </a>
      <Button onClick={() => void copy()}>Copy link</Button>
    </div>
  )
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
