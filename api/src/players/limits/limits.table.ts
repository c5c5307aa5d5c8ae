import { sql } from 'drizzle-orm'
import { check, pgTable } from 'drizzle-orm/pg-core'
import type { Coins } from '#core/money/coins.ts'
import type { DailyLimitKind } from '#core/protection/daily-limits.ts'
import { time, whole } from '../../platform/db/columns.ts'

/** Players' own limits; null for none. */
export const playerLimits = pgTable(
  'player_limits',
  (t) => ({
    userId: t.uuid().primaryKey(),
    dailyStake: whole().$type<Coins>(),
    dailyLoss: whole().$type<Coins>(),
    /** Limits that apply from `pendingFrom`. */
    pendingDailyStake: whole().$type<Coins>(),
    pendingDailyLoss: whole().$type<Coins>(),
    pendingFrom: time(),
    coolOffUntil: time(),
  }),
  (table) => [
    check(
      'player_limits_positive',
      sql`least(${table.dailyStake}, ${table.dailyLoss}, ${table.pendingDailyStake}, ${table.pendingDailyLoss}) > 0`,
    ),
  ],
)

/** Columns of the limits that apply from `pendingFrom`. */
export const PENDING_COLUMNS = {
  dailyStake: 'pendingDailyStake',
  dailyLoss: 'pendingDailyLoss',
} as const satisfies Record<
  DailyLimitKind,
  keyof typeof playerLimits.$inferSelect
>
