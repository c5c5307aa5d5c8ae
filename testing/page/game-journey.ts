import type * as z from 'zod/mini'
import type { StepsAnswer } from '#core/api/rounds.ts'
import type { Draws } from '#core/fairness/draws.ts'

/** Names on a game's page, for journeys. */
export type GameJourney = {
  /** Buttons that place a bet. */
  buttons: readonly [string, ...string[]]
  /** Formats the message of a refusal. */
  toText: (status: number, message: string) => string
  /** Text of an error without a clear answer. */
  unclear: string
  /** Set in games with choices. */
  hand?: HandJourney
}

/** A round that stays open after one action. */
export type HandJourney = {
  /** True if draws make such a round. */
  matches: (draws: Draws) => boolean
  goOn: string | RegExp
  end: string | RegExp
  answer: z.ZodMiniType<StepsAnswer>
  /** Text about a round that was found open. */
  found: string
}

export const withStatus: GameJourney['toText'] = (status, message) =>
  `${status}: ${message}`

export const withoutStatus: GameJourney['toText'] = (_, message) => message
