import { blackjack } from './blackjack/blackjack.ts'
import { coinFlip } from './coin-flip/coin-flip.ts'
import type { Game } from './game.ts'
import { hiLo } from './hi-lo/hi-lo.ts'
import { slots } from './slots/slots.ts'

/** Every game by every rules version that it was ever played by. */
const everyGame = [coinFlip, slots, blackjack, hiLo] as const

/** What games are called in transactions, records and statistics. */
export type GameType = (typeof everyGame)[number]['gameType']

/** The games of a house, and what follows from which they are. */
export type GameRegistry = {
  games: readonly Game[]
  /** The games that can be played now. */
  currentGames: readonly Game[]
  /** The rules that a round was played by; undefined when there never were such. */
  gameOf(round: { gameType: string; rulesVersion: number }): Game | undefined
}

export function registryOf(games: readonly Game[]): GameRegistry {
  return {
    games,
    currentGames: newestRules(games),
    gameOf: (round) =>
      games.find(
        ({ gameType, rulesVersion }) =>
          gameType === round.gameType && rulesVersion === round.rulesVersion,
      ),
  }
}

/** The games of this product; whoever takes a registry goes by this one unless told another. */
export const registry = registryOf(everyGame)

export const { games, currentGames, gameOf } = registry

/** Of each game the newest rules; the older ones only verify past rounds. */
function newestRules(all: readonly Game[]): Game[] {
  const isNewer = (one: Game, other: Game) =>
    one.gameType === other.gameType && one.rulesVersion > other.rulesVersion
  return all.filter((game) => !all.some((other) => isNewer(other, game)))
}
