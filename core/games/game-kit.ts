import { assert } from '../assert.ts'
import type { GameReturn } from '../returns/game-return.ts'
import type { Game, JsonObject } from './game.ts'

/**
 * Parts of a game that only commands, tests and operators need. Each game's
 * folder has a `game-kit.ts`, which `scripts/lib/game-kits.ts` finds; no
 * page imports it.
 */
export type GameKit = {
  game: Game
  calls: GameCalls
  returns: GameReturn
}

/** A request of a game; its path follows `/api/games/`. */
export type GameCall = { path: string; body: JsonObject }

/** State of an open round, from its last answer. */
export type RoundState = { step: number; legalActions: readonly string[] }

/** Requests of simulated players in load tests, chaos runs and journeys. */
export type GameCalls = {
  start(betAmount: number): GameCall
  /** Requests of an open round, in games with steps. */
  steps?: {
    /** Picks one of the legal actions. @param chance from 0 to 1. */
    any(state: RoundState, chance: number): GameCall
    /** Ends the round in few steps. */
    quick(state: RoundState): GameCall
    /** A whole round to send at once; some requests may be refused. */
    blind: readonly GameCall[]
  }
}

/** Picks one of the choices. @param chance from 0 to 1. */
export function pickOf<T>(choices: readonly T[], chance: number): T {
  const index = Math.min(
    Math.floor(chance * choices.length),
    choices.length - 1,
  )
  const choice = choices[index]
  assert(choice !== undefined, 'choices are not empty')
  return choice
}
