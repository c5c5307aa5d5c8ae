import { QRCodeCanvas } from 'qrcode.react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { Dialog } from '../../components/dialog.tsx'
import { copyText } from '../../lib/copy-text.ts'
import { useAuth } from '../../session/auth.tsx'
import { playerName } from '../../session/player-name.ts'
import type { ProvenWin } from '../records/proven-win.ts'
import { type CardText, cardSentence, cardText } from './card-text.ts'
import { CARD } from './paint-card.ts'
import { usePaintedCard } from './use-painted-card.ts'

const QR_PX = 520

interface ShareDialogProps {
  win: ProvenWin
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A win as a picture to share, drawn here: nothing is sent anywhere. */
export function ShareDialog({ win, open, onOpenChange }: ShareDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share this win"
      description="Drawn by your browser. Whoever scans it gets the proof."
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
  const file = usePaintedCard({ canvas, qr, text })
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
      <Ways text={text} win={win} file={file} />
    </div>
  )
}

interface WaysProps {
  text: CardText
  win: ProvenWin
  /** Left out until it is painted. */
  file: File | undefined
}

/** By the phone's own sheet where that takes pictures; else by file and link. */
function Ways({ text: { link }, win, file }: WaysProps) {
  const url = useObjectUrl(file)
  const picture = file && { files: [file] }
  const canShare = picture && navigator.canShare?.(picture)
  const share = () => {
    // A player who changes their mind has done nothing wrong.
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
