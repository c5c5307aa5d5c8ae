import type { GameType } from '#core/games/registry.ts'
import { blackjackEntry } from './blackjack/entry.ts'
import { coinFlipEntry } from './coin-flip/entry.ts'
import { hiLoEntry } from './hi-lo/entry.ts'
import type { GameEntry } from './shared/game-entry.ts'
import { slotsEntry } from './slots/entry.ts'

/** All games, in the order of their tabs. */
export const gameEntries = [
  slotsEntry,
  hiLoEntry,
  coinFlipEntry,
  blackjackEntry,
] as const satisfies readonly (GameEntry & { gameType: GameType })[]
