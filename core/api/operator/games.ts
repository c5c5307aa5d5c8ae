import * as z from 'zod/mini'
import { coinAmount } from '../../money/coin-amount.ts'
import { count } from '../../schemas/fields.ts'
import { endpoint } from '../endpoint.ts'
import { READ } from './shared.ts'

const percent = z.number()

/** Stakes and payouts of a game, and how likely they are. */
export const gameFigures = z.strictObject({
  /** As pauses name it. */
  gameType: z.string(),
  /**
   * Rounds that are over; races that were run and bet on, each as one; sports
   * bets won or lost. None that is void.
   */
  rounds: count,
  /** Rounds with a payout. */
  hits: count,
  staked: coinAmount,
  paid: coinAmount,
  /** Payout in percent of stakes; null before the first round. */
  returnPercent: z.nullable(percent),
  /**
   * What the rules give for the stakes that were made, with choices at best
   * play, and the range of 99 in 100 honest houses. Null before the first round,
   * and where no draws decide.
   */
  expected: z.nullable(
    z.strictObject({
      returnPercent: percent,
      /** Null for a game with choices: they can cost a player any amount. */
      leastPercent: z.nullable(percent),
      mostPercent: percent,
      /** Distance from the expected return, in standard deviations; null with choices. */
      sigmas: z.nullable(z.number()),
      /** False where honest draws do not explain it. */
      isCredible: z.boolean(),
    }),
  ),
  /** Kept apart: rounds that hit the progressive jackpot count elsewhere only as stakes. */
  jackpot: z.nullable(
    z.strictObject({
      hits: count,
      expectedHits: z.number(),
      paid: coinAmount,
      isCredible: z.boolean(),
    }),
  ),
})
export type GameFigures = z.infer<typeof gameFigures>

/** GET /api/operator/games */
export const operatorGames = z.strictObject({ games: z.array(gameFigures) })
export type OperatorGames = z.infer<typeof operatorGames>

export const readGameFigures = endpoint({
  ...READ,
  path: '/api/operator/games',
  summary: 'Compare the returns of games with those expected',
  description:
    'Races count as rounds of all who bet on them. Sports bets have no expected return, as no draws decide them. With choices, the expected return is that of best play.',
  answer: operatorGames,
})
