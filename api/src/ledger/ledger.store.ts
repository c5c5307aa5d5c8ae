import { eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type {
  AnyGameType,
  Transaction as LedgerTransaction,
  TransactionType,
} from '#core/api/history.ts'
import {
  type Database,
  onlyRow,
  type Transaction,
} from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { batches, globalStats, transactions } from './ledger.table.ts'

/** The partition for everything but bets on rounds. */
export const SHARED_PARTITION = 0

/** A posting between a player and a house account. */
export type Posting = {
  userId: string
  type: TransactionType
  /** Signed, from the player's side, in coins. */
  amount: number
  against: 'grants' | 'chain' | 'house'
  gameType?: AnyGameType
  /** Transaction id; generated if left out. */
  id?: string
  metadata?: NonNullable<LedgerTransaction['metadata']>
  /** Coins staked and paid out on a UTC day, for the player's daily limits. */
  played?: { day: number; staked: number; paid: number }
}

/** Coins staked on every open round and bet, as rows of `user_id` and `staked`. */
export const OPEN_STAKES = sql`(
  SELECT user_id, staked FROM open_rounds
  UNION ALL SELECT user_id, amount FROM race_bets WHERE status = 'pending'
  UNION ALL SELECT user_id, stake FROM stakes WHERE paid IS NULL)`

/** Sums over all partitions, in coins. */
export type Totals = {
  house: number
  jackpot: number
  /** Payouts reserved for open rounds, stakes and races. */
  reserved: number
  totalUsers: number
  totalBetsPlaced: number
  totalAmountWagered: number
}

/** Locks the player's row until the transaction ends. @returns the balance. */
export async function lockBalance(tx: Transaction, userId: string) {
  const { rows } = await tx.execute<{ balance: number }>(
    sql`SELECT balance FROM users WHERE id = ${userId} FOR NO KEY UPDATE`,
  )
  return onlyRow(rows).balance
}

/**
 * Posts a transaction and invalidates the player's snapshot, so that pending
 * bets are decided again. The play day never moves back, since clocks differ.
 */
export async function post(
  tx: Transaction,
  { against, played, ...posting }: Posting,
): Promise<{ balance: number; seq: number }> {
  const { amount, userId } = posting
  const { day = 0, staked = 0, paid = 0 } = played ?? {}
  const { rows } = await tx.execute<{ balance: number; seq: number }>(
    sql`UPDATE users SET balance = balance + ${amount}, seq = seq + 1,
          snapshot_version = snapshot_version + 1,
          play_day = greatest(play_day, ${day}),
          staked_today = CASE WHEN play_day < ${day} THEN 0 ELSE staked_today END + ${staked},
          paid_today = CASE WHEN play_day < ${day} THEN 0 ELSE paid_today END + ${paid}
        WHERE id = ${userId} RETURNING balance, seq`,
  )
  const { balance, seq } = onlyRow(rows)
  const batchId = await addBatch(tx, { players: amount, [against]: -amount })
  const row = { id: newId(), ...posting, seq, balanceAfter: balance, batchId }
  await tx.insert(transactions).values(row)
  return { balance, seq }
}

type Change = Partial<Record<'players' | 'house' | 'grants' | 'chain', number>>

/** Adds a posting's sums and updates house accounts. @returns its id. */
export async function addBatch(tx: Transaction, change: Change) {
  const { house = 0, grants = 0, chain = 0 } = change
  await tx
    .update(globalStats)
    .set({
      houseBalance: sql`${globalStats.houseBalance} + ${house}`,
      grantBalance: sql`${globalStats.grantBalance} + ${grants}`,
      chainBalance: sql`${globalStats.chainBalance} + ${chain}`,
      lastUpdated: sql`now()`,
    })
    .where(eq(globalStats.id, SHARED_PARTITION))
  const rows = await tx
    .insert(batches)
    .values({ partition: SHARED_PARTITION, ...change })
    .returning({ id: batches.id })
  return onlyRow(rows).id
}

/** Locks all postings but rounds', by their partition. Lock players first. */
export async function lockTotals(tx: Transaction): Promise<Totals> {
  await lockSharedPartition(tx)
  return readTotals(tx)
}

export async function readTotals(db: Database): Promise<Totals> {
  const rows = await db
    .select({
      house: sum(globalStats.houseBalance),
      jackpot: sum(globalStats.jackpot),
      reserved: sum(globalStats.held),
      totalUsers: sum(globalStats.totalUsers),
      totalBetsPlaced: sum(globalStats.totalBetsPlaced),
      totalAmountWagered: sum(globalStats.totalAmountWagered),
    })
    .from(globalStats)
  return onlyRow(rows)
}

function sum(column: AnyPgColumn) {
  return sql<number>`sum(${column})::bigint`
}

/** Claims the least recently claimed partition; waits for jackpot hits. */
export function claimPartition(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    await lockSharedPartition(tx)
    const { rows } = await tx.execute<{ id: number }>(
      sql`UPDATE global_stats SET claimed_at = clock_timestamp() WHERE id = (
            SELECT id FROM global_stats WHERE id <> ${SHARED_PARTITION}
            ORDER BY claimed_at NULLS FIRST, id LIMIT 1
          ) RETURNING id`,
    )
    return onlyRow(rows).id
  })
}

function lockSharedPartition(tx: Transaction) {
  return tx.execute(
    sql`SELECT FROM global_stats WHERE id = ${SHARED_PARTITION} FOR NO KEY UPDATE`,
  )
}
