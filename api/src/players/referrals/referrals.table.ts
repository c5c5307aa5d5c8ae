import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bytes, time } from '../../platform/db/columns.ts'

export const referrals = pgTable(
  'referrals',
  (t) => ({
    id: t.uuid().primaryKey(),
    referralCode: t.text().notNull().unique('referrals_code_key'),
    clicks: t.integer().notNull().default(0),
    createdAt: time().notNull().defaultNow(),
    lastClickAt: time(),
    /** Solana address; null until the code is bound to a wallet. */
    referrerAddress: t.text(),
    metadata: t.jsonb(),
  }),
  ({ clicks }) => [check('referrals_clicks', sql`${clicks} >= 0`)],
)

/** Today's visitors of each link, hashed with the day's salt. */
export const referralVisits = pgTable(
  'referral_visits',
  (t) => ({
    referralCode: t.text().notNull(),
    visitor: bytes().notNull(),
    /** In UTC. */
    day: t.date().notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.referralCode, table.visitor] }),
    index('referral_visits_day').on(table.day),
  ],
)

/** Salts of visitor hashes; once deleted, a hash can't be matched to an address. */
export const referralSalts = pgTable('referral_salts', (t) => ({
  day: t.date().primaryKey(),
  salt: bytes().notNull(),
}))
