import { playSound } from '../../../lib/sound.ts'
import { playTimeline, type Timeline } from '../../../lib/timeline.ts'

/** From the toss to the coin's fall. */
const REVEAL_AFTER_MS = 1_500

/** When the coin is down on its edge, and nobody knows which way it will fall. */
const TENSE_AFTER_MS = 960

/** Sounds like a coin that is tossed, until it may be shown how it fell. */
export function tossCoin(): Timeline {
  playSound('boing')
  return playTimeline(REVEAL_AFTER_MS, [
    { atMs: TENSE_AFTER_MS, act: () => playSound('ratchet') },
  ])
}
