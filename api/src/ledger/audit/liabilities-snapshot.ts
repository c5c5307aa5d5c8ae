import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { NO_ID } from '../../platform/ids.ts'
import type { PlayerSpan } from './player-span.ts'

/** What is owed to a player, and what happened since the last closing. */
export type Liability = PlayerSpan & {
  balance: number
  /** Coins in open rounds and bets. */
  staked: number
}

export type Snapshot = {
  liabilities: Liability[]
  /** Coins in the jackpot. */
  jackpot: number
}

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
export function liabilitiesAt(db: Database, last: number): Promise<Snapshot> {
  return db.transaction(
    async (tx) => {
      const liabilities = await allLiabilities(tx, last)
      const house = await houseAt(tx)
      const owed = liabilities.reduce(
        (sum, { balance }) => sum + BigInt(balance),
        0n,
      )
      const rest = owed + house.sum
      if (rest === 0n) return { liabilities, jackpot: house.jackpot }
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
  const stakes = await openStakes(tx)
  let after: string | undefined = NO_ID
  while (after !== undefined) {
    const page = await pageAfter(tx, after, last)
    for (const one of page) {
      liabilities.push({ ...one, staked: stakes.get(one.player) ?? 0 })
    }
    after = page.at(-1)?.player
  }
  return liabilities
}

async function pageAfter(
  tx: Transaction,
  after: string,
  last: number,
): Promise<Omit<Liability, 'staked'>[]> {
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

/**
 * Sums each player's stakes in open rounds, race bets and sports bets, in
 * coins.
 */
async function openStakes(tx: Transaction): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ player: string; staked: string }>(sql`
    SELECT user_id AS player, sum(staked) AS staked FROM (
      SELECT user_id, staked FROM open_rounds
      UNION ALL SELECT user_id, amount FROM race_bets WHERE status = 'pending'
      UNION ALL SELECT user_id, stake FROM stakes WHERE paid IS NULL
    ) AS open GROUP BY user_id`)
  return new Map(rows.map(({ player, staked }) => [player, Number(staked)]))
}

async function houseAt(
  tx: Transaction,
): Promise<{ sum: bigint; jackpot: number }> {
  const { rows } = await tx.execute<{ sum: string; jackpot: string }>(sql`
    SELECT coalesce(sum(house_balance + jackpot + grant_balance + chain_balance), 0) AS sum,
      coalesce(sum(jackpot), 0) AS jackpot
    FROM global_stats`)
  const [house] = rows
  return { sum: BigInt(house?.sum ?? 0), jackpot: Number(house?.jackpot ?? 0) }
}
