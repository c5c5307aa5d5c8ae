import { assert } from '#core/assert.ts'
import type { Game } from '#core/games/game.ts'
import type { GameJourney, HandJourney } from '#testing/page/game-journey.ts'
import { gameKits } from '../../scripts/game-kits/game-kits.ts'
import { gameEntries } from '../../web/src/games/registry.ts'

type GamePage = { title: string; path: string }

/** A game and its page. */
export type Journey = GameJourney & GamePage & { game: Game }

/** Journeys of all games, in the registry's order. */
export const journeys: readonly Journey[] = await Promise.all(
  gameKits.map(({ game, folder }) => loadJourney(game, folder)),
)

async function loadJourney(game: Game, folder: string): Promise<Journey> {
  const { journey }: { journey: GameJourney } = await import(
    `../page/journeys/${folder}.ts`
  )
  const entry = gameEntries.find(({ gameType }) => gameType === game.gameType)
  assert(entry !== undefined, 'a game has a page')
  return { ...journey, title: entry.title, path: entry.path, game }
}

/** The page of a game with choices. */
export type HandTable = HandJourney & GamePage & { start: string }

export const handTables: readonly HandTable[] = journeys.flatMap(
  ({ title, path, buttons: [start], hand }) =>
    hand ? [{ ...hand, title, path, start }] : [],
)
