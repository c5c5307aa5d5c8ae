import { pgTable } from 'drizzle-orm/pg-core'
import { time } from '../../platform/db/columns.ts'

/** Texts that operators set, which override the environment. */
export const siteSettings = pgTable('site_settings', (t) => ({
  setting: t.text().primaryKey(),
  text: t.text().notNull(),
  /** Null in rows from before this column. */
  changedBy: t.text(),
  changedAt: time().notNull().defaultNow(),
}))
