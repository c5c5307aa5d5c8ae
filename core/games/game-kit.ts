import type { GoldenPlan } from '../fairness/golden/golden-plan.ts'
import type { GameReturn } from '../returns/game-return.ts'
import type { Game } from './game.ts'
import type { GameCalls } from './game-calls.ts'

/**
 * What commands and tests need of a game beyond its rules. A game's folder has
 * it in `game-kit.ts`, where `scripts/lib/game-kits.ts` finds it: nothing that
 * players run imports it, so it costs their pages nothing.
 */
export type GameKit = {
  game: Game
  calls: GameCalls
  returns: GameReturn
  golden: GoldenPlan
}
