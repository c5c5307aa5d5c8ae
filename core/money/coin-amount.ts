import * as z from 'zod/mini'
import { coins } from './coins.ts'

/** Coins as they stand in JSON: a whole number, 0 to the largest balance. */
export const coinAmount = z.pipe(
  z.int().check(z.nonnegative()),
  z.transform(coins),
)
