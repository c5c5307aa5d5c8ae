import { prefersReducedMotion } from '../../lib/media.ts'

const COLOURS = ['lime', 'tangerine', 'bubblegum', 'sky', 'sun']

const PIECES = { least: 12, perStakeWon: 40, most: 180 }

let end: (() => void) | undefined

/** Removes confetti that is still in the air. */
export function endCelebration(): void {
  end?.()
}

/** Throws confetti over the page, more for a larger gain; none under reduced motion. */
export async function celebrate(gainFactor: number): Promise<void> {
  const canDraw = document.createElement('canvas').getContext('2d') !== null
  if (prefersReducedMotion() || !canDraw) return
  // Confetti is optional: a failure to load is ignored.
  const loaded = await import('canvas-confetti').catch(() => undefined)
  // The content security policy blocks the library's worker.
  const fire = loaded?.default.create(undefined, {
    resize: true,
    useWorker: false,
  })
  end = () => fire?.reset()
  const pieces = PIECES.least + Math.round(PIECES.perStakeWon * gainFactor)
  const theme = getComputedStyle(document.documentElement)
  await fire?.({
    particleCount: Math.min(PIECES.most, pieces),
    scalar: 1.4,
    spread: 100,
    startVelocity: 50,
    origin: { y: 0.6 },
    zIndex: 60,
    colors: COLOURS.map((name) =>
      theme.getPropertyValue(`--color-${name}`).trim(),
    ),
  })
}
