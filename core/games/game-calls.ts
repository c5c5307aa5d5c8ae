import { assert } from '../assert.ts'
import type { JsonObject } from './game.ts'

/** A request of a game; its path follows `/api/games/`. */
export type GameCall = { path: string; body: JsonObject }

/** How a round stands that goes on, as its last answer says. */
export type Standing = { step: number; legalActions: readonly string[] }

/** How clients play a game: what load, chaos and journeys send. */
export type GameCalls = {
  /** Starts a round. */
  start(betAmount: number): GameCall
  /** How a round goes on that waits for its player. */
  steps?: {
    /** Any one of the legal actions. @param chance from 0 to 1. */
    any(standing: Standing, chance: number): GameCall
    /** Leads to the round's end in few steps. */
    quick(standing: Standing): GameCall
    /** A whole round, to be sent at once; some of it may be refused. */
    blind: readonly GameCall[]
  }
}

/** One of some choices. @param chance from 0 to 1. */
export function pickOf<T>(choices: readonly T[], chance: number): T {
  const index = Math.min(
    Math.floor(chance * choices.length),
    choices.length - 1,
  )
  const choice = choices[index]
  assert(choice !== undefined, 'there is something to choose from')
  return choice
}
