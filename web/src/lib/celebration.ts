import { prefersReducedMotion } from './reduced-motion.ts'

const PIECES = 60
const FALL_MS = 1_600
const COLOURS = ['lime', 'tangerine', 'bubblegum', 'sky', 'sun']

/** Rains little rubber bands over the page; nothing under reduced motion. */
export function celebrate(): void {
  if (prefersReducedMotion()) return
  const rain = document.createElement('div')
  rain.className = 'celebration'
  rain.ariaHidden = 'true'
  const pieces = Array.from({ length: PIECES }, bandPiece)
  rain.append(...pieces)
  document.body.append(rain)
  for (const piece of pieces) fling(piece)
  setTimeout(() => rain.remove(), FALL_MS)
}

function bandPiece(_: unknown, index: number): HTMLElement {
  const piece = document.createElement('i')
  piece.style.borderColor = `var(--color-${COLOURS[index % COLOURS.length]})`
  return piece
}

/** Up and outwards from the middle, then down past the edge of the screen. */
function fling(piece: Element): void {
  const sideways = (Math.random() - 0.5) * innerWidth * 0.9
  const upwards = (0.25 + Math.random() * 0.35) * innerHeight
  const turn = (Math.random() - 0.5) * 1_440
  piece.animate(
    [
      { transform: 'translate(0, 0) scale(0.3)', easing: 'ease-out' },
      {
        transform: `translate(${sideways * 0.6}px, ${-upwards}px) rotate(${turn / 2}deg)`,
        easing: 'ease-in',
        offset: 0.4,
      },
      {
        transform: `translate(${sideways}px, ${innerHeight * 0.7}px) rotate(${turn}deg)`,
      },
    ],
    { duration: FALL_MS * (0.7 + Math.random() * 0.3), fill: 'forwards' },
  )
}
