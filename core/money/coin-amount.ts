import * as z from 'zod/mini'

/** Schema of coins in JSON: a whole number from 0 to the largest balance. */
export const coinAmount = z.int().check(z.nonnegative()).brand<'coins'>()
