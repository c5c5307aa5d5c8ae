import { auditLedger } from '../../api/src/features/ledger/ledger-audit.ts'
import { databaseOn, openPool } from '../../api/src/platform/db/database.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import type { Measure } from '../lib/measures.ts'

/** How often the books contradict themselves. */
export async function violations(databaseUrl: string): Promise<number> {
  const pool = openPool(databaseUrl, makeLogger('error'))
  const findings = await auditLedger(databaseOn(pool))
  await pool.end()
  return findings.reduce((sum, finding) => sum + finding.violations, 0)
}

/** A count of what must not happen. */
export function count(name: string, value: number): Measure {
  return { name, value, unit: '', bar: '0', ok: value === 0 }
}
