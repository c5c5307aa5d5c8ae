import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Texts of the site that an operator wrote, over the environment's. */
export const siteSettings = pgTable('site_settings', {
  setting: text().primaryKey(),
  text: text().notNull(),
  /** Null in rows that are older than the column. */
  changedBy: text(),
  changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
