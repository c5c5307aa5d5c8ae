import { desc } from 'drizzle-orm'
import type { OperatorLedgerAudit } from '#core/api/operator/house.ts'
import { auditLedger } from '../ledger/ledger-audit.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { ledgerAudits } from './operators.table.ts'

/** Audits that operators ask for, and the last one's findings. */
export class LedgerAuditsService {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Reads the whole ledger. */
  async run(): Promise<OperatorLedgerAudit> {
    const at = this.#clock()
    const found = await auditLedger(this.#db)
    const violated = found
      .filter(({ violations }) => violations > 0)
      .map(({ name, violations }) => ({ name, violations }))
    await this.#db.insert(ledgerAudits).values({ at, violated })
    return { at: at.toISOString(), findings: violated }
  }

  /** Reads what the last one found violated; undefined before the first one. */
  async last(): Promise<OperatorLedgerAudit | undefined> {
    const [row] = await this.#db
      .select()
      .from(ledgerAudits)
      .orderBy(desc(ledgerAudits.id))
      .limit(1)
    return row && { at: row.at.toISOString(), findings: row.violated }
  }
}
