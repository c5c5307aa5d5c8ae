import type { Game } from '#core/games/game.ts'
import type { GameJourney, HandJourney } from '#testing/page/game-journey.ts'
import { gameKits } from '../../scripts/game-kits/game-kits.ts'

/** A game and its page. */
export type Journey = GameJourney & { game: Game }

/** Those of all games, in the registry's order. */
export const journeys: readonly Journey[] = await Promise.all(
  gameKits.map(({ game, folder }) => journeyOf(game, folder)),
)

async function journeyOf(game: Game, folder: string): Promise<Journey> {
  const { journey }: { journey: GameJourney } = await import(
    `../../web/src/games/${folder}/journey.ts`
  )
  return { ...journey, game }
}

/** The page of a game of several steps. */
export type HandTable = HandJourney & {
  title: string
  path: string
  start: string
}

export const handTables: readonly HandTable[] = journeys.flatMap(
  ({ title, path, buttons: [start], hand }) =>
    hand ? [{ ...hand, title, path, start }] : [],
)
