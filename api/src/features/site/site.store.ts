import { eq, sql } from 'drizzle-orm'
import type { SiteSetting } from '#core/api/site.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { siteSettings } from './site.table.ts'

export class SiteStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  findAll(on: Database | Transaction = this.#db) {
    return on.select().from(siteSettings)
  }

  async set(tx: Transaction, setting: SiteSetting, text: string) {
    const set = { text, changedAt: sql`now()` }
    await tx
      .insert(siteSettings)
      .values({ setting, text })
      .onConflictDoUpdate({ target: siteSettings.setting, set })
  }

  async remove(tx: Transaction, setting: SiteSetting) {
    await tx.delete(siteSettings).where(eq(siteSettings.setting, setting))
  }
}
