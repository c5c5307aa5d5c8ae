import { eq, sql } from 'drizzle-orm'
import type { SiteSetting } from '#core/api/site.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { siteSettings } from './site.table.ts'

export type SettingRow = typeof siteSettings.$inferSelect

export class SiteStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  findAll(on: Database | Transaction = this.#db) {
    return on.select().from(siteSettings)
  }

  async set(
    tx: Transaction,
    row: { setting: SiteSetting; text: string; changedBy: string },
  ) {
    const set = { ...row, changedAt: sql`now()` }
    await tx
      .insert(siteSettings)
      .values(row)
      .onConflictDoUpdate({ target: siteSettings.setting, set })
  }

  async remove(tx: Transaction, setting: SiteSetting) {
    await tx.delete(siteSettings).where(eq(siteSettings.setting, setting))
  }
}
