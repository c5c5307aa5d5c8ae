import type * as z from 'zod/mini'
import type { StepsAnswer } from '#core/api/rounds.ts'
import type { Draws } from '#core/fairness/draws.ts'

/** Names on a game's page, for journeys. */
export type GameJourney = {
  /** Buttons that place a bet. */
  buttons: readonly [string, ...string[]]
  /** Formats the message of a refusal. */
  refusalText: (status: number, message: string) => string
  /** Text of an error without a clear answer. */
  unknownOutcomeText: string
  /** Set in games with choices. */
  hand?: HandJourney
}

/** A round that stays open after one action. */
export type HandJourney = {
  /** True if draws make such a round. */
  matches: (draws: Draws) => boolean
  continueButton: string | RegExp
  endButton: string | RegExp
  answer: z.ZodMiniType<StepsAnswer>
  /** Shown when the page finds the round still open. */
  resumedText: string
}

export const withStatus: GameJourney['refusalText'] = (status, message) =>
  `${status}: ${message}`

export const withoutStatus: GameJourney['refusalText'] = (_, message) => message
