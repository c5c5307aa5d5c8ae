import pg from 'pg'
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
import type { Acknowledged } from '../load/busy-players.ts'

/** Counts violations of the ledger and, if given, of the chain, as `npm run ledger:audit`. */
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
  /** Seconds for service to return. */
  backWithin: number
}

/** Returns the longest outage. */
export function awayFor(
  fault: string,
  { absencesMs, backWithin }: Absences,
): Measure {
  const value = rounded(Math.max(...absencesMs) / 1_000)
  const figure = { name: `${fault}_back_within`, value, unit: 's' }
  return atMost(backWithin, figure)
}

/** Counts rounds that are stored differently from their last answer. */
export async function brokenPromises(
  databaseUrl: string,
  acknowledged: readonly Acknowledged[],
): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ broken: string }>(
      `SELECT count(*) AS broken
       FROM unnest($1::uuid[], $2::int8[], $3::int8[]) AS answer(id, payout, balance)
       LEFT JOIN rounds ON rounds.id = answer.id AND rounds.payout = answer.payout
       LEFT JOIN LATERAL (
         SELECT balance_after FROM transactions AS own
         WHERE own.user_id = rounds.user_id AND own.seq >= rounds.seq AND (
           own.seq = rounds.seq + (rounds.win_seq IS NULL AND rounds.payout > 0)::int
           OR own.metadata->>'roundId' = rounds.id::text)
         ORDER BY own.seq DESC LIMIT 1
       ) AS last ON true
       WHERE last.balance_after IS DISTINCT FROM answer.balance`,
      [
        acknowledged.map(({ transactionId }) => transactionId),
        acknowledged.map(({ payout }) => payout),
        acknowledged.map(({ balance }) => balance),
      ],
    )
    return Number(rows[0]?.broken) + repeated(acknowledged)
  } finally {
    await client.end()
  }
}

/** Counts keys that got the round of another key. */
function repeated(acknowledged: readonly Acknowledged[]): number {
  const ids = acknowledged.map(({ transactionId }) => transactionId)
  return ids.length - new Set(ids).size
}
