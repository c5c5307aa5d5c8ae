import * as z from 'zod/mini'
import { coinAmount } from '../../money/coin-amount.ts'
import { count, timestamp } from '../../schemas/fields.ts'
import { endpoint } from '../endpoint.ts'
import { READ } from './shared.ts'

const percent = z.number()

/** What was bet on a game, what came back, and whether chance explains it. */
export const gameFigures = z.strictObject({
  /** As pauses name it. */
  gameType: z.string(),
  /**
   * Rounds that are over; races that were run and bet on, each as one; sports
   * bets won or lost. None that is void.
   */
  rounds: count,
  /** Those that paid anything. */
  hits: count,
  staked: coinAmount,
  paid: coinAmount,
  /** What came back of the stakes; null before the first round. */
  returnPercent: z.nullable(percent),
  /**
   * What the rules give for the stakes and choices that were made, and between
   * what 99 of 100 honest houses are. Null where odds are no draws.
   */
  expected: z.nullable(
    z.strictObject({
      returnPercent: percent,
      leastPercent: percent,
      mostPercent: percent,
      /** How many standard deviations the return is off. */
      sigmas: z.number(),
      /** False where honest draws do not explain it. */
      isCredible: z.boolean(),
    }),
  ),
  /** Told of apart: rounds that hit the progressive jackpot are in no other figure but stakes. */
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
export const operatorGames = z.strictObject({
  games: z.array(gameFigures),
  /** When what is over was last counted; null before the first time. */
  countedAt: z.nullable(timestamp),
})
export type OperatorGames = z.infer<typeof operatorGames>

export const readGameFigures = endpoint({
  ...READ,
  path: '/api/operator/games',
  summary: 'Compare the returns of games with those expected',
  description:
    'Counted every half minute. Races count as rounds of all who bet on them; sports bets have no expected return, as odds are no draws.',
  answer: operatorGames,
})
