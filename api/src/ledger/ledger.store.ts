import { eq, max, sql } from 'drizzle-orm'
import type {
  AnyGameType,
  Transaction as LedgerTransaction,
  TransactionType,
} from '#core/api/history.ts'
import { assert } from '#core/assert.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import {
  batches,
  globalStats,
  keptAnswers,
  transactions,
} from './ledger.table.ts'
import {
  addBatch,
  claimPartition,
  lockSharedPartition,
  SHARED_PARTITION,
  type Totals,
  totalsOf,
} from './partitions.store.ts'

const ANSWERS_DROPPED_AT_ONCE = 5_000

/** Coins between one player and one of the house's accounts. */
export type Posting = {
  userId: string
  type: TransactionType
  /** Signed, from the player's side, in coins. */
  amount: number
  against: 'grants' | 'chain' | 'house'
  gameType?: AnyGameType
  /** The transaction's; made when left out. */
  id?: string
  metadata?: NonNullable<LedgerTransaction['metadata']>
  /** What it adds to the player's day of play. */
  played?: Played
}

/** Coins that went into bets and came out of them, on a UTC day. */
type Played = { day: number; staked: number; paid: number }

const NOT_PLAYED: Played = { day: 0, staked: 0, paid: 0 }

/** What a request got: a text, still open for the balance. */
export type KeptAnswer = {
  digest: string
  answer: string
  balance: number
  /** Of its last transaction; null where it moved no coins. */
  seq: number | null
}

export class LedgerStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Returns the number of the last posting; 0 if there is none. */
  async lastPosting(): Promise<number> {
    const [row] = await this.#db.select({ last: max(batches.id) }).from(batches)
    return row?.last ?? 0
  }

  /** Locks the player's row until the transaction ends. */
  async lockBalance(tx: Transaction, userId: string): Promise<number> {
    const { rows } = await tx.execute<{ balance: string }>(
      sql`SELECT balance FROM users WHERE id = ${userId} FOR NO KEY UPDATE`,
    )
    assert(rows[0] !== undefined, 'a player with a session exists')
    return Number(rows[0].balance)
  }

  /**
   * Moves coins, all sides at once; bets decided on the balance before are
   * decided anew. @returns the player's new balance.
   */
  async post(tx: Transaction, posting: Posting): Promise<number> {
    return (await this.postTransaction(tx, posting)).balance
  }

  /** As {@link post}. @returns the transaction's seq as well. */
  async postTransaction(
    tx: Transaction,
    posting: Posting,
  ): Promise<{ balance: number; seq: number }> {
    const { against, amount, gameType, id = newId(), metadata } = posting
    const { type, userId } = posting
    const { balance, seq } = await movePlayer(tx, posting)
    const batchId = await addBatch(tx, { players: amount, [against]: -amount })
    await tx.insert(transactions).values({
      userId,
      seq,
      id,
      type,
      gameType,
      amount,
      balanceAfter: balance,
      batchId,
      metadata,
    })
    return { balance, seq }
  }

  /** Counts a stake that is settled later, and reserves its payout. */
  async countStake(
    tx: Transaction,
    { reserved, stake }: { reserved: number; stake: number },
  ): Promise<void> {
    await tx
      .update(globalStats)
      .set({
        held: sql`${globalStats.held} + ${reserved}`,
        totalBetsPlaced: sql`${globalStats.totalBetsPlaced} + 1`,
        totalAmountWagered: sql`${globalStats.totalAmountWagered} + ${stake}`,
      })
      .where(eq(globalStats.id, SHARED_PARTITION))
  }

  /** Ends a reservation, in coins. */
  async release(tx: Transaction, reserved: number): Promise<void> {
    await tx
      .update(globalStats)
      .set({ held: sql`${globalStats.held} - ${reserved}` })
      .where(eq(globalStats.id, SHARED_PARTITION))
  }

  /** Has other postings wait until the transaction ends. @returns the sums. */
  async lockTotals(tx: Transaction): Promise<Totals> {
    await lockSharedPartition(tx)
    return totalsOf(tx)
  }

  /** Has bets that were decided before decided anew. */
  async outdateSnapshot(tx: Transaction, userId: string): Promise<void> {
    await tx.execute(
      sql`UPDATE users SET snapshot_version = snapshot_version + 1 WHERE id = ${userId}`,
    )
  }

  /** Moves coins to the house, or from it, without a player. */
  async postHouse(
    tx: Transaction,
    { amount, against }: Pick<Posting, 'amount' | 'against'>,
  ): Promise<void> {
    await addBatch(tx, { house: amount, [against]: -amount })
  }

  async countUser(tx: Transaction): Promise<void> {
    await tx
      .update(globalStats)
      .set({ totalUsers: sql`${globalStats.totalUsers} + 1` })
      .where(eq(globalStats.id, SHARED_PARTITION))
  }

  /**
   * Moves coins from the grant account to the house.
   *
   * @param amountFor what to grant, given the sums; nothing where it is not above 0.
   * @returns the coins granted.
   */
  async fundHouse(amountFor: (totals: Totals) => number): Promise<number> {
    // Asked twice a second, and nearly always in vain: that is to lock nothing.
    if (amountFor(await this.totals()) <= 0) return 0
    return this.#db.transaction(async (tx) => {
      await lockSharedPartition(tx)
      const amount = Math.max(0, amountFor(await totalsOf(tx)))
      if (amount > 0) await addBatch(tx, { house: amount, grants: -amount })
      return amount
    })
  }

  /** Moves coins from the grant account to the house. @returns what it had. */
  async fundHouseIn(tx: Transaction, amount: number): Promise<number> {
    const { house } = await this.lockTotals(tx)
    await addBatch(tx, { house: amount, grants: -amount })
    return house
  }

  totals(): Promise<Totals> {
    return totalsOf(this.#db)
  }

  /** See {@link claimPartition}. */
  claimPartition(): Promise<number> {
    return claimPartition(this.#db)
  }

  async findAnswer(
    id: string,
    on: Database | Transaction = this.#db,
  ): Promise<KeptAnswer | undefined> {
    const [kept] = await on
      .select()
      .from(keptAnswers)
      .where(eq(keptAnswers.id, id))
    return kept
  }

  async keepAnswer(
    tx: Transaction,
    kept: KeptAnswer & { id: string },
  ): Promise<void> {
    await tx.insert(keptAnswers).values(kept)
  }

  /**
   * Drops the oldest answers, but no more than a short statement can; several
   * processes at once drop different ones. @returns how many.
   */
  async dropAnswersBefore(time: Date): Promise<number> {
    const { rowCount } = await this.#db.execute(
      sql`DELETE FROM kept_answers WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM kept_answers
            WHERE created_at < ${time.toISOString()}
            ORDER BY created_at LIMIT ${ANSWERS_DROPPED_AT_ONCE}
            FOR UPDATE SKIP LOCKED
          ))`,
    )
    return rowCount ?? 0
  }
}

/**
 * Moves a player's coins. A day that has begun by one clock does not end
 * because another one is behind.
 */
async function movePlayer(
  tx: Transaction,
  { userId, amount, played = NOT_PLAYED }: Posting,
): Promise<{ balance: number; seq: number }> {
  const { day, staked, paid } = played
  const { rows } = await tx.execute<{ balance: string; seq: string }>(
    sql`UPDATE users SET balance = balance + ${amount}, seq = seq + 1,
          snapshot_version = snapshot_version + 1,
          play_day = greatest(play_day, ${day}),
          staked_today = CASE WHEN play_day < ${day} THEN 0 ELSE staked_today END + ${staked},
          paid_today = CASE WHEN play_day < ${day} THEN 0 ELSE paid_today END + ${paid}
        WHERE id = ${userId} RETURNING balance, seq`,
  )
  assert(rows[0] !== undefined, 'a posting names a player')
  return { balance: Number(rows[0].balance), seq: Number(rows[0].seq) }
}
