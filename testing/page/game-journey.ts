import type * as z from 'zod/mini'
import type { StepsAnswer } from '#core/api/rounds.ts'
import type { Draws } from '#core/fairness/draws.ts'

/** The page of a game as a player meets it: what journeys go by. */
export type GameJourney = {
  /** What its table is called. */
  title: string
  path: string
  /** Those that bet. */
  buttons: readonly [string, ...string[]]
  /** How the words of a refusal are told. */
  told: (status: number, message: string) => string
  /** What is said where nobody can say what happened. */
  unclear: string
  /** Of a game of several steps. */
  hand?: HandJourney
}

/** A round that its second button leaves open. */
export type HandJourney = {
  /** Whether draws make that round. */
  isOf: (draws: Draws) => boolean
  goOn: string | RegExp
  end: string | RegExp
  answer: z.ZodMiniType<StepsAnswer>
  /** What the page says of a round that it found open. */
  found: string
}

export const withStatus: GameJourney['told'] = (status, message) =>
  `${status}: ${message}`

export const withoutStatus: GameJourney['told'] = (_status, message) => message
