import { coinFlip } from './coin-flip.ts'
import type { Game } from './game.ts'

/** Every game that can be played or that ever was. */
export const games: readonly Game[] = [coinFlip]

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
