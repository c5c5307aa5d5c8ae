import { type RefObject, useEffect, useState } from 'react'
import type { CardText } from './card-text.ts'
import { cardFonts, paintCard } from './paint-card.ts'

interface Canvases {
  canvas: RefObject<HTMLCanvasElement | null>
  qr: RefObject<HTMLCanvasElement | null>
  text: CardText
}

/**
 * Paints the card when its text changes. @returns the picture, ready before
 * anybody presses: browsers share only while they see the press.
 */
export function usePaintedCard({ canvas, qr, text }: Canvases) {
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
