import { desc } from 'drizzle-orm'
import type { OperatorLedgerAudit } from '#core/api/operator/house.ts'
import { auditLedger } from '../ledger/ledger-audit.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { ledgerAudits } from './operators.table.ts'

export function openLedgerAudits(db: Database, clock: Clock) {
  return {
    async run(): Promise<OperatorLedgerAudit> {
      const at = clock()
      const violated = (await auditLedger(db))
        .filter(({ violations }) => violations > 0)
        .map(({ name, violations }) => ({ name, violations }))
      await db.insert(ledgerAudits).values({ at, violated })
      return { at: at.toISOString(), findings: violated }
    },

    async last(): Promise<OperatorLedgerAudit | undefined> {
      const [row] = await db
        .select()
        .from(ledgerAudits)
        .orderBy(desc(ledgerAudits.id))
        .limit(1)
      return row && { at: row.at.toISOString(), findings: row.violated }
    },
  }
}
