import { prefersReducedMotion } from '../../lib/reduced-motion.ts'

const COLOURS = ['lime', 'tangerine', 'bubblegum', 'sky', 'sun']

const PIECES = { least: 12, perStakeWon: 40, most: 180 }

let end: (() => void) | undefined

/** Takes away what is still in the air. */
export function endCelebration(): void {
  end?.()
}

/** Throws confetti over the page, more for more; nothing under reduced motion. */
export async function celebrate(gainFactor: number): Promise<void> {
  if (prefersReducedMotion() || !canDraw()) return
  // A win is one without confetti too, where its code can not be had.
  const loaded = await import('canvas-confetti').catch(() => undefined)
  // Drawn on this thread: its worker would be code that our policy refuses.
  const fire = loaded?.default.create(undefined, {
    resize: true,
    useWorker: false,
  })
  end = () => fire?.reset()
  await fire?.({
    particleCount: piecesFor(gainFactor),
    scalar: 1.4,
    spread: 100,
    startVelocity: 50,
    origin: { y: 0.6 },
    zIndex: 60,
    colors: COLOURS.map(colourOf),
  })
}

function piecesFor(gainFactor: number): number {
  const pieces = PIECES.least + Math.round(PIECES.perStakeWon * gainFactor)
  return Math.min(PIECES.most, pieces)
}

/** The library takes it for granted that a canvas can be drawn on. */
function canDraw(): boolean {
  return document.createElement('canvas').getContext('2d') !== null
}

/** As the theme has it. */
function colourOf(name: string): string {
  const style = getComputedStyle(document.documentElement)
  return style.getPropertyValue(`--color-${name}`).trim()
}
