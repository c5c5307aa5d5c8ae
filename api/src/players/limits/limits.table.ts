import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Coins } from '#core/money/coins.ts'

const limit = () => bigint({ mode: 'number' }).$type<Coins>()
const time = () => timestamp({ withTimezone: true })

/** Players' own limits; null for none. */
export const playerLimits = pgTable(
  'player_limits',
  {
    userId: uuid().primaryKey(),
    dailyStake: limit(),
    dailyLoss: limit(),
    /** Limits that apply from `pendingFrom`. */
    pendingDailyStake: limit(),
    pendingDailyLoss: limit(),
    pendingFrom: time(),
    coolOffUntil: time(),
  },
  (table) => [
    check(
      'player_limits_positive',
      sql`least(${table.dailyStake}, ${table.dailyLoss}, ${table.pendingDailyStake}, ${table.pendingDailyLoss}) > 0`,
    ),
  ],
)
