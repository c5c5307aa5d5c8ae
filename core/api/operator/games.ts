import * as z from 'zod/mini'
import { coinAmount } from '../../money/coin-amount.ts'
import { count } from '../../schemas/fields.ts'
import { endpoint } from '../endpoint.ts'
import { READ } from './shared.ts'

const percent = z.number()

/** Stakes, payouts and returns of a game. */
export const gameFigures = z.strictObject({
  gameType: z.string(),
  /** Finished rounds, races with bets, or sports bets; void ones excluded. */
  rounds: count,
  /** Rounds with a payout. */
  hits: count,
  staked: coinAmount,
  paid: coinAmount,
  /** Payout in percent of stakes; null before the first round. */
  returnPercent: z.nullable(percent),
  /**
   * Expected return of these stakes, under best play, with its 99 % interval.
   * Null before the first round, and for games that no draws decide.
   */
  expected: z.nullable(
    z.strictObject({
      returnPercent: percent,
      /** Null for a game with choices: they can cost a player any amount. */
      leastPercent: z.nullable(percent),
      mostPercent: percent,
      /** Distance from the expected return, in standard deviations; null with choices. */
      sigmas: z.nullable(z.number()),
      /** False if fair draws don't explain the return. */
      isCredible: z.boolean(),
    }),
  ),
  /** Jackpot hits; `returnPercent` and `expected` leave out their payouts. */
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

export const operatorGames = z.strictObject({ games: z.array(gameFigures) })
export type OperatorGames = z.infer<typeof operatorGames>

export const readGameFigures = endpoint({
  ...READ,
  path: '/api/operator/games',
  summary: 'Compare the returns of games with those expected',
  description:
    'A race counts as one round for each player who bet on it. Sports bets have no expected return, as no draws decide them. For games with choices, the expected return assumes best play.',
  answer: operatorGames,
})
