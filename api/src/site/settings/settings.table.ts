import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Texts that operators set, which override the environment. */
export const siteSettings = pgTable('site_settings', {
  setting: text().primaryKey(),
  text: text().notNull(),
  /** Null in rows from before this column. */
  changedBy: text(),
  changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
