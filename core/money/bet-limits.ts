import * as z from 'zod/mini'
import { countText } from '../count-text.ts'

/**
 * In coins. Balances and payouts set the upper bound. Replays parse old bets
 * with it too, so a larger one needs new rules versions of the games.
 */
export const SMALLEST_BET = 1

/**
 * Schema of a stake in a request: a whole number from {@link SMALLEST_BET} to
 * the largest balance, which is also the upper bound of `int`.
 */
export const stake = z
  .int({
    error: ({ code }) =>
      code === 'too_big'
        ? 'No balance can cover that bet'
        : 'A bet must be a whole number of coins',
  })
  .check(
    z.minimum(
      SMALLEST_BET,
      `The minimum bet is ${countText(SMALLEST_BET, 'coin')}`,
    ),
  )
  .brand<'coins'>()
