import { eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { assert } from '#core/assert.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import { batches, globalStats } from './ledger.table.ts'

/** The partition that takes what is not a bet. */
export const SHARED_PARTITION = 0

export type Totals = {
  house: number
  jackpot: number
  /** Kept for rounds that are not over. */
  held: number
  totalUsers: number
  totalBetsPlaced: number
  totalAmountWagered: number
}

/**
 * Takes the least recently claimed partition for the caller. Claims go one
 * after the other, and wait for a hit of the pot, which holds every partition.
 */
export function claimPartition(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    await lockSharedPartition(tx)
    const { rows } = await tx.execute<{ id: number }>(
      sql`UPDATE global_stats SET claimed_at = clock_timestamp() WHERE id = (
            SELECT id FROM global_stats WHERE id <> ${SHARED_PARTITION}
            ORDER BY claimed_at NULLS FIRST, id LIMIT 1
          ) RETURNING id`,
    )
    assert(rows[0] !== undefined, 'there are partitions')
    return rows[0].id
  })
}

/** Has other postings that are no bets wait until the transaction ends. */
export async function lockSharedPartition(tx: Transaction): Promise<void> {
  await tx.execute(
    sql`SELECT FROM global_stats WHERE id = ${SHARED_PARTITION} FOR NO KEY UPDATE`,
  )
}

type Change = Partial<Record<'players' | 'house' | 'grants' | 'chain', number>>

/** Writes a posting's sum row and moves the house's side of it. @returns its id. */
export async function addBatch(
  tx: Transaction,
  change: Change,
): Promise<number> {
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
  const [batch] = await tx
    .insert(batches)
    .values({ partition: SHARED_PARTITION, ...change })
    .returning({ id: batches.id })
  assert(batch !== undefined, 'an insert gives its row')
  return batch.id
}

/** Sums the house's accounts over all partitions. */
export async function totalsOf(db: Database | Transaction): Promise<Totals> {
  const [sums] = await db
    .select({
      house: sum(globalStats.houseBalance),
      jackpot: sum(globalStats.jackpot),
      held: sum(globalStats.held),
      totalUsers: sum(globalStats.totalUsers),
      totalBetsPlaced: sum(globalStats.totalBetsPlaced),
      totalAmountWagered: sum(globalStats.totalAmountWagered),
    })
    .from(globalStats)
  assert(sums !== undefined, 'a sum is one row')
  return sums
}

function sum(column: AnyPgColumn) {
  return sql<number>`sum(${column})::bigint`.mapWith(Number)
}
