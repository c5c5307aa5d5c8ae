import { auditLedger } from '../../api/src/features/ledger/ledger-audit.ts'
import { databaseOn, openPool } from '../../api/src/platform/db/database.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { atMost, type Measure, rounded } from '../lib/measures.ts'

/** Within which service has to be back after a fault. */
const BACK_WITHIN_SECONDS = 10

/** How often the books contradict themselves. */
export async function violations(databaseUrl: string): Promise<number> {
  const pool = openPool(databaseUrl, makeLogger('error'))
  const findings = await auditLedger(databaseOn(pool))
  await pool.end()
  return findings.reduce((sum, finding) => sum + finding.violations, 0)
}

/** The longest of the times that service was away. */
export function backWithin(
  fault: string,
  absencesMs: readonly number[],
): Measure {
  const value = rounded(Math.max(...absencesMs) / 1_000)
  const figure = { name: `${fault}_back_within`, value, unit: 's' }
  return atMost(BACK_WITHIN_SECONDS, figure)
}
