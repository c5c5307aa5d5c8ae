import type { Game } from '#core/games/game.ts'
import { gameKits } from '../../scripts/lib/game-kits.ts'
import type { GameJourney } from '../../web/src/test/game-journey.ts'

/** A game and its page. */
export type Journey = GameJourney & { game: Game }

/** Those of all games, in the registry's order. */
export const journeys: readonly Journey[] = await Promise.all(
  (await gameKits()).map(({ game, folder }) => journeyOf(game, folder)),
)

async function journeyOf(game: Game, folder: string): Promise<Journey> {
  const { journey }: { journey: GameJourney } = await import(
    `../../web/src/features/${folder}/journey.ts`
  )
  return { ...journey, game }
}
