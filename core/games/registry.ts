import { blackjack } from './blackjack.ts'
import { coinFlip } from './coin-flip.ts'
import type { Game } from './game.ts'
import { hiLo } from './hi-lo.ts'
import { slots } from './slots.ts'

/** Every game by every rules version that it was ever played by. */
export const games: readonly Game[] = [coinFlip, slots, blackjack, hiLo]

/** The games that can be played now. */
export const currentGames: readonly Game[] = newestRules(games)

/** Of each game the newest rules; the older ones only verify what was. */
export function newestRules(all: readonly Game[]): Game[] {
  const isNewer = (one: Game, other: Game) =>
    one.gameType === other.gameType && one.rulesVersion > other.rulesVersion
  return all.filter((game) => !all.some((other) => isNewer(other, game)))
}

/** The rules that a round was played by; undefined when we never had such. */
export function gameOf(round: {
  gameType: string
  rulesVersion: number
}): Game | undefined {
  return games.find(
    ({ gameType, rulesVersion }) =>
      gameType === round.gameType && rulesVersion === round.rulesVersion,
  )
}
