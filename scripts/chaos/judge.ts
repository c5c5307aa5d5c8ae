import type { Deployment } from '#core/schemas/deployment.ts'
import { auditLedger } from '../../api/src/ledger/ledger-audit.service.ts'
import { auditDeposits } from '../../api/src/payments/deposits/operator/deposit-audit.service.ts'
import { openChain } from '../../api/src/platform/chain/nodes/chain.ts'
import {
  type Database,
  databaseOn,
  openPool,
} from '../../api/src/platform/db/database.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { atMost, type Measure, rounded } from '../cli/measures.ts'

/**
 * How often the books contradict themselves or, given one, the chain: all that
 * `npm run ledger:audit` looks at.
 */
export async function violations(
  databaseUrl: string,
  chain?: { url: string; deployment: Deployment },
): Promise<number> {
  const pool = openPool(databaseUrl, makeLogger('error'))
  try {
    const db = databaseOn(pool)
    const findings = [
      ...(await auditLedger(db)),
      ...(chain ? await askChain(db, chain) : []),
    ]
    return findings.reduce((sum, finding) => sum + finding.violations, 0)
  } finally {
    await pool.end()
  }
}

async function askChain(
  db: Database,
  { url, deployment }: { url: string; deployment: Deployment },
) {
  const log = makeLogger('error')
  const chain = await openChain({ rpcUrls: [url], deployment }, { log })
  return auditDeposits(db, chain)
}

type Absences = {
  absencesMs: readonly number[]
  /** Within how many seconds service has to be back after a fault. */
  backWithin: number
}

/** The longest of the times that service was away. */
export function awayFor(
  fault: string,
  { absencesMs, backWithin }: Absences,
): Measure {
  const value = rounded(Math.max(...absencesMs) / 1_000)
  const figure = { name: `${fault}_back_within`, value, unit: 's' }
  return atMost(backWithin, figure)
}
