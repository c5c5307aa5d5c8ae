import * as z from 'zod/mini'
import {
  byDailyLimit,
  byUsedTotal,
  DAILY_LIMIT_MIN,
} from '../protection/daily-limits.ts'
import { COOL_OFF_MINUTES } from '../protection/player-limits.ts'
import { count, timestamp } from '../schemas/fields.ts'
import { endpoint } from './endpoint.ts'

const limit = z.nullable(
  z
    .int('Enter whole coins, or leave it blank for no limit')
    .check(z.minimum(DAILY_LIMIT_MIN, 'The smallest limit is 1 coin'))
    .brand<'coins'>(),
)

export const dailyLimits = z.strictObject(byDailyLimit(() => limit))

export const limitsAnswer = z.strictObject({
  ...dailyLimits.shape,
  /** Future daily limits and the time they apply from. */
  pending: z.nullable(z.extend(dailyLimits, { from: timestamp })),
  /** No round can be started before. */
  coolOffUntil: z.nullable(timestamp),
  /** Coins of the UTC day so far. */
  today: z.strictObject(byUsedTotal(() => count)),
})
export type LimitsAnswer = z.infer<typeof limitsAnswer>

const { min, max } = COOL_OFF_MINUTES

const route = {
  section: {
    name: 'Limits',
    description: 'Limits and breaks that players set for themselves.',
  },
  access: 'player',
  answer: limitsAnswer,
} as const

export const readLimits = endpoint({
  ...route,
  method: 'get',
  path: '/api/limits',
  summary: "Read limits, breaks and the day's totals",
})

export const setLimits = endpoint({
  ...route,
  method: 'put',
  path: '/api/limits',
  summary: 'Set daily limits',
  description:
    'A stricter limit applies immediately, a looser one from the time in `pending`. Null removes a limit.',
  body: dailyLimits,
  example: { body: { dailyStake: 500, dailyLoss: null } },
})

export const startBreak = endpoint({
  ...route,
  method: 'post',
  path: '/api/limits/cool-off',
  summary: 'Start a break',
  description: 'No round can be started until the break ends.',
  body: z.strictObject({
    minutes: z
      .int('A break is a whole number of minutes')
      .check(
        z.minimum(min, 'A break lasts at least an hour'),
        z.maximum(max, 'A break lasts at most six weeks'),
      ),
  }),
  example: { body: { minutes: 60 } },
})
