import type { GameType } from '#core/games/registry.ts'
import { lazyOrNothing } from '../lib/lazy-or-nothing.ts'
import type { Drawings, RoundDrawing } from '../proof/records/drawings.ts'

/** Each is fetched with the first record that needs it; a proof counts without it, too. */
const rounds = {
  'Slot Machine': lazyOrNothing(
    async () =>
      (await import('../games/slots/slot-machine-drawing.tsx')).Drawing,
  ),
  'Hi-Lo': lazyOrNothing(
    async () => (await import('../games/hi-lo/hi-lo-drawing.tsx')).Drawing,
  ),
  'Coin Flip': lazyOrNothing(
    async () =>
      (await import('../games/coin-flip/coin-flip-drawing.tsx')).Drawing,
  ),
  Blackjack: lazyOrNothing(
    async () =>
      (await import('../games/blackjack/blackjack-drawing.tsx')).Drawing,
  ),
} satisfies Record<GameType, RoundDrawing>

/** Drawings of each game's records, apart from the games' pages because verify.html has them too. */
export const recordDrawings: Drawings = {
  rounds,
  race: lazyOrNothing(
    async () => (await import('../races/race-drawing.tsx')).RaceDrawing,
  ),
}
