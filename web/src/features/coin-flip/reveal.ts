import { playSound } from '../../lib/sound.ts'

/** From the toss to the coin's fall. */
const REVEAL_AFTER_MS = 1_500

/** When the coin is down on its edge, and nobody knows which way it will fall. */
const TENSE_AFTER_MS = 960

export type Reveal = {
  /** Resolves when the coin may fall. */
  due: Promise<void>
  /** Makes it due now. */
  skip(): void
}

/** The choreography of one toss; it can be cut short at any beat. */
export function startReveal(): Reveal {
  const { promise, resolve } = Promise.withResolvers<void>()
  const tense = setTimeout(() => playSound('ratchet'), TENSE_AFTER_MS)
  const fall = setTimeout(resolve, REVEAL_AFTER_MS)
  playSound('boing')
  return {
    due: promise,
    skip: () => {
      clearTimeout(tense)
      clearTimeout(fall)
      resolve()
    },
  }
}
