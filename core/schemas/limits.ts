import * as z from 'zod/mini'
import { coins } from '../money/coins.ts'
import { COOL_OFF_MINUTES } from '../protection/player-limits.ts'
import { count, timestamp } from './fields.ts'

const limit = z.nullable(
  z.pipe(
    z
      .int('A limit is a whole number of coins, or null for none')
      .check(z.minimum(1, 'The smallest limit is 1 coin')),
    z.transform(coins),
  ),
)

const dailyLimits = { dailyStake: limit, dailyLoss: limit }

/** GET /api/limits, and what every change of them answers. */
export const limitsAnswer = z.strictObject({
  ...dailyLimits,
  /** What the daily limits become, and when. */
  pending: z.nullable(z.strictObject({ ...dailyLimits, from: timestamp })),
  /** No round can be started before. */
  coolOffUntil: z.nullable(timestamp),
  /** Coins of the UTC day so far. */
  today: z.strictObject({ staked: count, lost: count }),
})
export type LimitsAnswer = z.infer<typeof limitsAnswer>

/** PUT /api/limits */
export const dailyLimitsRequest = z.strictObject(dailyLimits)

const { min, max } = COOL_OFF_MINUTES

/** POST /api/limits/cool-off */
export const coolOffRequest = z.strictObject({
  minutes: z
    .int('A break is a whole number of minutes')
    .check(
      z.minimum(min, 'A break lasts an hour at least'),
      z.maximum(max, 'A break lasts six weeks at most'),
    ),
})
