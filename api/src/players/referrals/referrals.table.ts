import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes } from '../../platform/db/columns.ts'

/** Links that players share, and how often they were followed. */
export const referrals = pgTable(
  'referrals',
  {
    id: uuid().primaryKey(),
    referralCode: text().notNull().unique('referrals_code_key'),
    clicks: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastClickAt: timestamp({ withTimezone: true }),
    /** On Solana. Null where the link was followed before a wallet came. */
    referrerAddress: text(),
    metadata: jsonb(),
  },
  ({ clicks }) => [check('referrals_clicks', sql`${clicks} >= 0`)],
)

/** Visitors per link today, as hashes under the day's salt. */
export const referralVisits = pgTable(
  'referral_visits',
  {
    referralCode: text().notNull(),
    visitor: bytes().notNull(),
    /** In UTC. */
    day: date().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.referralCode, table.visitor] }),
    index('referral_visits_day').on(table.day),
  ],
)

/** Without its salt, a hash can't be tested against addresses. */
export const referralSalts = pgTable('referral_salts', {
  day: date().primaryKey(),
  salt: bytes().notNull(),
})
