import { blackjackKit } from './blackjack.ts'
import { coinFlipKit } from './coin-flip.ts'
import type { GameCall, GameKit } from './game-kit.ts'
import { hiLoKit } from './hi-lo.ts'
import { slotsKit } from './slots.ts'

/** Kits of all games, in the order of the registry. */
export const gameKits: readonly GameKit[] = [
  coinFlipKit,
  slotsKit,
  blackjackKit,
  hiLoKit,
]

/** The longest round whose requests don't depend on responses. */
export const longestBlindRound: readonly GameCall[] = gameKits
  .map(({ calls }) => calls.steps?.blind ?? [])
  .reduce((one, other) => (other.length > one.length ? other : one))
