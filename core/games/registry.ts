import { blackjack } from './blackjack/blackjack.ts'
import { coinFlip } from './coin-flip/coin-flip.ts'
import type { Game } from './game.ts'
import { hiLo } from './hi-lo/hi-lo.ts'
import { slots } from './slots/slots.ts'

/** All games, in every rules version that was ever played. */
const everyGame = [coinFlip, slots, blackjack, hiLo] as const

/** Names of games in transactions, records and statistics. */
export type GameType = (typeof everyGame)[number]['gameType']

export type GameRegistry = {
  games: readonly Game[]
  /** Games in their latest rules version. */
  currentGames: readonly Game[]
  /** Finds the rules of a round; undefined if there are none. */
  findGame(round: { gameType: string; rulesVersion: number }): Game | undefined
}

export function createRegistry(games: readonly Game[]): GameRegistry {
  return {
    games,
    currentGames: newestRules(games),
    findGame: (round) =>
      games.find(
        ({ gameType, rulesVersion }) =>
          gameType === round.gameType && rulesVersion === round.rulesVersion,
      ),
  }
}

/** Games of this product, the default of parameters. */
export const registry = createRegistry(everyGame)

export const { games, currentGames, findGame } = registry

/** Selects the latest rules of each game; older ones only verify past rounds. */
function newestRules(all: readonly Game[]): Game[] {
  const isNewer = (one: Game, other: Game) =>
    one.gameType === other.gameType && one.rulesVersion > other.rulesVersion
  return all.filter((game) => !all.some((other) => isNewer(other, game)))
}
