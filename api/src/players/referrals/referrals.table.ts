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

/** Referral links and their clicks. */
export const referrals = pgTable(
  'referrals',
  {
    id: uuid().primaryKey(),
    referralCode: text().notNull().unique('referrals_code_key'),
    clicks: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastClickAt: timestamp({ withTimezone: true }),
    /** Solana address; null until the code is bound to a wallet. */
    referrerAddress: text(),
    metadata: jsonb(),
  },
  ({ clicks }) => [check('referrals_clicks', sql`${clicks} >= 0`)],
)

/** Today's visitors of each link, hashed with the day's salt. */
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

/** Salts of visitor hashes; once deleted, a hash can't be matched to an address. */
export const referralSalts = pgTable('referral_salts', {
  day: date().primaryKey(),
  salt: bytes().notNull(),
})
