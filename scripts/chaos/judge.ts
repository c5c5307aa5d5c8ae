import type { Pool } from 'pg'
import * as z from 'zod'
import type { Deployment } from '#core/schemas/deployment.ts'
import { auditLedger } from '../../api/src/ledger/ledger-audit.service.ts'
import { auditDeposits } from '../../api/src/payments/deposits/operator/deposit-audit.service.ts'
import { openChain } from '../../api/src/platform/chain/nodes/chain.ts'
import {
  type Database,
  openDatabase,
} from '../../api/src/platform/db/database.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { atLeast, atMost, type Measure, none } from '../cli/measures.ts'
import type { Bettors } from '../load/bettors.ts'
import type { Stage } from '../product/stage.ts'

/** Options of a series of strikes. */
export type Series = {
  seed: string
  /** Number of strikes. */
  times: number
  /** Seconds for service to return. */
  backWithin: number
}

/** Stored bets as ids and answers, which accepted answers must contain. */
export const STORED_ROUNDS = `
  SELECT rounds.id, jsonb_build_object('transactionId', rounds.id,
    'payout', rounds.payout, 'balance', last.balance_after) AS answer
  FROM rounds CROSS JOIN LATERAL (
    SELECT balance_after FROM transactions AS own
    WHERE own.user_id = rounds.user_id AND own.seq >= rounds.seq AND (
      own.seq = rounds.seq + (rounds.win_seq IS NULL AND rounds.payout > 0)::int
      OR own.metadata->>'roundId' = rounds.id::text)
    ORDER BY own.seq DESC LIMIT 1
  ) AS last`

/** The same without balances, which deposits and settlements change meanwhile. */
export const STORED_PAYOUTS = `SELECT id, jsonb_build_object(
  'transactionId', id, 'payout', payout) AS answer FROM rounds`

const acceptedBet = z.looseObject({ transactionId: z.string() })

/**
 * Checks that accepted bets are stored as answered, each once.
 *
 * @param stored a query such as `STORED_ROUNDS`
 */
export async function judgeBets(
  name: string,
  database: Pool,
  { accepted, surprises }: Pick<Bettors, 'accepted' | 'surprises'>,
  stored: string,
): Promise<Measure[]> {
  for (const surprise of new Set(surprises)) console.log(`  ${surprise}`)
  const broken = await countRows(
    database,
    `SELECT count(*) FROM jsonb_array_elements($1::jsonb) AS given(answer)
     WHERE NOT EXISTS (SELECT FROM (${stored}) AS bet
       WHERE bet.id = (given.answer->>'transactionId')::uuid
         AND given.answer @> bet.answer)`,
    [JSON.stringify(accepted)],
  )
  const ids = accepted.map((bet) => acceptedBet.parse(bet).transactionId)
  const repeated = ids.length - new Set(ids).size
  return [
    none(`${name}_broken_promises`, broken + repeated),
    none(`${name}_audit_violations`, await violations(database)),
    none(`${name}_surprises`, surprises.length),
    atLeast(`${name}_bets_answered`, accepted.length, 'bets', 1),
  ]
}

/** Counts violations of the ledger and, if given, of the chain, as `npm run ledger:audit`. */
export async function violations(
  database: Pool,
  chain?: { url: string; deployment: Deployment },
): Promise<number> {
  const db = openDatabase(database)
  const findings = [
    ...(await auditLedger(db)),
    ...(chain ? await auditChain(db, chain) : []),
  ]
  return findings.reduce((sum, finding) => sum + finding.violations, 0)
}

async function auditChain(
  db: Database,
  { url, deployment }: { url: string; deployment: Deployment },
) {
  const nodes = { rpcUrls: [url], deployment }
  const chain = await openChain(nodes, { log: makeLogger('error') })
  return auditDeposits(db, chain)
}

/** Returns the longest outage. */
export function measureOutage(
  name: string,
  absencesMs: readonly number[],
  backWithin: number,
): Measure {
  return atMost(name, Math.max(...absencesMs) / 1_000, 's', backWithin)
}

export async function countRows(
  database: Pool,
  text: string,
  values: unknown[] = [],
): Promise<number> {
  const { rows } = await database.query<{ count: string }>(text, values)
  return Number(rows[0]?.count)
}

/** Runs `npm run ledger:audit`. @returns 1 if it fails */
export async function failuresOfAudit({ env, runner }: Stage): Promise<number> {
  const args = ['scripts/ledger-audit.ts']
  const audit = runner.run({ name: 'ledger-audit', args, env })
  return audit.then(
    () => 0,
    (error: unknown) => {
      console.log(String(error))
      return 1
    },
  )
}
