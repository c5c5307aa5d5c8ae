import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { NO_ID } from '../../platform/ids.ts'
import type { PlayerSpan } from './player-span.ts'

/** What is owed to a player, and what happened since the last closing. */
export type Liability = PlayerSpan & { balance: number }

type Row = {
  id: string
  seq: string
  balance: string
  after: string
  open_before: string[]
  open_rounds: string[]
}

const PAGE_SIZE = 5_000

/** The accounts do not sum to zero: nothing is published of such a ledger. */
export class UnbalancedLedger extends Error {
  override readonly name = 'UnbalancedLedger'
}

/**
 * What is owed to every player at one moment. Their sum is what the house's
 * accounts have less than nothing at that same moment.
 *
 * @param last the number of the last closed day.
 * @throws UnbalancedLedger
 */
export function liabilitiesAt(
  db: Database,
  last: number,
): Promise<Liability[]> {
  return db.transaction(
    async (tx) => {
      const liabilities = await allLiabilities(tx, last)
      const owed = liabilities.reduce(
        (sum, { balance }) => sum + BigInt(balance),
        0n,
      )
      const rest = owed + (await houseSum(tx))
      if (rest === 0n) return liabilities
      throw new UnbalancedLedger(`All accounts together have ${rest} coins`)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function allLiabilities(
  tx: Transaction,
  last: number,
): Promise<Liability[]> {
  const liabilities: Liability[] = []
  let after: string | undefined = NO_ID
  while (after !== undefined) {
    const page: Liability[] = await pageAfter(tx, after, last)
    for (const liability of page) liabilities.push(liability)
    after = page.at(-1)?.player
  }
  return liabilities
}

async function pageAfter(
  tx: Transaction,
  after: string,
  last: number,
): Promise<Liability[]> {
  const { rows } = await tx.execute<Row>(sql`
    SELECT users.id, users.seq, users.balance,
      coalesce(before.seq, 0) AS after,
      coalesce(before.open_rounds, '{}') AS open_before,
      ARRAY(SELECT id FROM open_rounds WHERE user_id = users.id ORDER BY id)
        AS open_rounds
    FROM users LEFT JOIN audit_leaves AS before
      ON before.number = ${last} AND before.player = users.id
    WHERE users.id > ${after} ORDER BY users.id LIMIT ${PAGE_SIZE}`)
  return rows.map((row) => ({
    player: row.id,
    seq: Number(row.seq),
    balance: Number(row.balance),
    after: Number(row.after),
    openBefore: row.open_before,
    openRounds: row.open_rounds,
  }))
}

async function houseSum(tx: Transaction): Promise<bigint> {
  const { rows } = await tx.execute<{ sum: string }>(sql`
    SELECT coalesce(sum(house_balance + jackpot + grant_balance + chain_balance), 0) AS sum
    FROM global_stats`)
  return BigInt(rows[0]?.sum ?? 0)
}
