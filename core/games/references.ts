import { blackjackReference } from './blackjack/blackjack-reference.ts'
import { coinFlipReference } from './coin-flip/coin-flip-reference.ts'
import type { Game } from './game.ts'
import type { GameReference } from './game-reference.ts'
import { hiLoReference } from './hi-lo/hi-lo-reference.ts'
import { slotsReference } from './slots/slots-reference.ts'

const references: readonly GameReference[] = [
  coinFlipReference,
  slotsReference,
  blackjackReference,
  hiLoReference,
]

/** Finds a game's description in the API reference; undefined if it has none. */
export function referenceOf(game: Game): GameReference | undefined {
  return references.find((reference) => reference.game === game)
}
