import * as z from 'zod/mini'
import { coins, MAX_COINS } from './coins.ts'

/** A stake as it arrives in a request: a JSON number, whole, from 1 up. */
export const stake = z.pipe(
  z
    .int('A bet is a whole number of coins')
    .check(
      z.minimum(1, 'The smallest bet is 1 coin'),
      z.maximum(MAX_COINS, 'No balance can cover that bet'),
    ),
  z.transform(coins),
)
