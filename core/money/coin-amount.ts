import * as z from 'zod/mini'

/** Schema of coins in JSON: a whole number from 0 to the largest balance. */
export const coinAmount = z.int().check(z.nonnegative()).brand<'coins'>()

/**
 * Schema of a stake in a request: a whole number from 1 to the largest balance,
 * which is also the upper bound of `int`.
 */
export const stake = z
  .int({
    error: ({ code }) =>
      code === 'too_big'
        ? 'No balance can cover that bet'
        : 'A bet is a whole number of coins',
  })
  .check(z.minimum(1, 'The smallest bet is 1 coin'))
  .brand<'coins'>()
