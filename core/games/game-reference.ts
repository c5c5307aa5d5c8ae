import type * as z from 'zod/mini'
import type { Game, JsonObject } from './game.ts'

/** Description of a game in the API reference; each game has its own in `<game>-reference.ts`. */
export type GameReference = {
  game: Game
  /** Response of every request of the game. */
  answer: z.ZodMiniType
  /** A heading and a valid body for each path of the game. */
  requests: Readonly<Record<string, { summary: string; example: JsonObject }>>
}
