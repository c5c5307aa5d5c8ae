import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Texts of the site that an operator wrote, over the environment's. */
export const siteSettings = pgTable('site_settings', {
  setting: text().primaryKey(),
  text: text().notNull(),
  changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
