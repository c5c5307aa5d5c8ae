import { eq, max, sql } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import {
  coins,
  JACKPOT_SEED,
  MAX_COINS,
  STARTING_BALANCE,
  STARTING_BANKROLL,
} from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import {
  hashRequest,
  type RepeatableRequest,
} from '../platform/http/idempotency.ts'
import type { Platform } from '../platform/platform.ts'
import {
  addBatch,
  claimPartition,
  lockBalance,
  lockTotals,
  type Posting,
  post,
  readTotals,
  SHARED_PARTITION,
  type Totals,
} from './ledger.store.ts'
import { batches, keptAnswers } from './ledger.table.ts'

/** A free bankroll below this is refilled to STARTING_BANKROLL, in coins. */
export const BANKROLL_LOW = coins(50_000)
const ANSWER_LIFETIME_MS = 24 * 60 * 60 * 1_000
const ANSWERS_DROPPED_AT_ONCE = 5_000

export type IsPlayed = (id: string, tx: Transaction) => Promise<boolean>

type DepositPosting = Pick<Posting, 'userId' | 'amount' | 'metadata'>

export type LedgerService = ReturnType<typeof createLedgerService>

export function createLedgerService({
  betDb,
  clock,
  db,
  onBalance,
}: Pick<Platform, 'betDb' | 'clock' | 'db'> & {
  /** Called after the commit with the new balance. */
  onBalance: (userId: string, balance: number) => void
}) {
  /** Returns the stored answer to a repeated request. @throws Refusal `key_reused` */
  async function findAnswer(request: RepeatableRequest, tx: Database = betDb) {
    const [stored] = await tx
      .select()
      .from(keptAnswers)
      .where(eq(keptAnswers.id, request.id))
    if (stored && stored.digest !== hashRequest(request))
      throw new Refusal('key_reused')
    return stored
  }

  /** Posts the difference to the starting balance. @returns its seq; null if zero. */
  async function setToStart(tx: Transaction, userId: string, balance: number) {
    const amount = STARTING_BALANCE - balance
    if (amount !== 0) {
      const reset = { type: 'reset', amount, against: 'grants' } as const
      return (await post(tx, { ...reset, userId })).seq
    }
    // A bet being decided may have the same key, so it must be decided again.
    await tx.execute(
      sql`UPDATE users SET snapshot_version = snapshot_version + 1 WHERE id = ${userId}`,
    )
    return null
  }

  async function fundHouse(amountFor: (totals: Totals) => number) {
    // Called twice a second and rarely needed, so checks without a lock first.
    if (amountFor(await readTotals(betDb)) <= 0) return 0
    return betDb.transaction(async (tx) => {
      const amount = Math.max(0, amountFor(await lockTotals(tx)))
      if (amount > 0) await addBatch(tx, { house: amount, grants: -amount })
      return amount
    })
  }

  return {
    findAnswer,
    totals: () => readTotals(betDb),
    /** The partition of bets that all processes settle. */
    sharedPartition: SHARED_PARTITION,
    /** Locks the player's row until the transaction ends. @returns the balance. */
    lock: lockBalance,

    /** Grants a new player the starting coins, inside their registration. */
    async welcome(tx: Transaction, userId: string): Promise<void> {
      const amount = STARTING_BALANCE
      await post(tx, { userId, type: 'grant', amount, against: 'grants' })
      await tx.execute(
        sql`UPDATE global_stats SET total_users = total_users + 1 WHERE id = ${SHARED_PARTITION}`,
      )
    },

    /** Returns the number of the last posting, which never decreases; 0 if none. */
    async lastPosting(): Promise<number> {
      const [row] = await betDb.select({ last: max(batches.id) }).from(batches)
      return row?.last ?? 0
    },

    async grant(userId: string, amount: number): Promise<void> {
      const grant = { type: 'grant', amount, against: 'grants' } as const
      const { balance } = await db.transaction((tx) =>
        post(tx, { ...grant, userId }),
      )
      onBalance(userId, balance)
    },

    /**
     * Credits a deposit; the part `absorbed` by an earlier reversal goes to the
     * house. @returns the balance; undefined if it would exceed MAX_COINS
     */
    async creditDeposit(
      tx: Transaction,
      { absorbed, ...credit }: DepositPosting & { absorbed: number },
    ): Promise<number | undefined> {
      assert(absorbed <= credit.amount, 'absorbed coins are part of the credit')
      const balance = await lockBalance(tx, credit.userId)
      const amount = credit.amount - absorbed
      if (balance + amount > MAX_COINS) return undefined
      if (absorbed > 0)
        await addBatch(tx, { house: absorbed, chain: -absorbed })
      if (amount === 0) return balance
      const deposit = { amount, type: 'deposit', against: 'chain' } as const
      return (await post(tx, { ...credit, ...deposit })).balance
    },

    /** Reverses a deposit; the house absorbs what the balance lacks. */
    async reverseDeposit(tx: Transaction, debit: DepositPosting) {
      const before = await lockBalance(tx, debit.userId)
      const taken = Math.min(before, debit.amount)
      const absorbed = debit.amount - taken
      if (absorbed > 0)
        await addBatch(tx, { house: -absorbed, chain: absorbed })
      if (taken === 0) return { absorbed, balance: before }
      const { balance } = await post(tx, {
        ...debit,
        amount: -taken,
        type: 'reversal',
        against: 'chain',
      })
      return { absorbed, balance }
    },

    /** Locks house accounts; lock players first. @returns the free bankroll */
    async lockHouse(tx: Transaction): Promise<number> {
      return freeBankroll(await lockTotals(tx))
    },

    /** Pays a prize from the house account. @returns the new balance */
    async payPrize(
      tx: Transaction,
      prize: Pick<Posting, 'id' | 'userId' | 'amount' | 'metadata'>,
    ): Promise<number> {
      const how = { type: 'prize', against: 'house' } as const
      return (await post(tx, { ...prize, ...how })).balance
    },

    /** Resets a balance, once per request. @returns its seq; null if unmoved */
    async reset(
      userId: string,
      request?: RepeatableRequest & { isPlayed: IsPlayed },
    ): Promise<number | null> {
      const { isDone, seq } = await db.transaction(async (tx) => {
        const balance = await lockBalance(tx, userId)
        const earlier = request && (await findAnswer(request, tx))
        if (earlier) return { isDone: false, seq: earlier.seq }
        if (await request?.isPlayed(request.id, tx))
          throw new Refusal('key_reused')
        const seq = await setToStart(tx, userId, balance)
        if (request) {
          const { id } = request
          const answer = { answer: '', balance: STARTING_BALANCE, seq }
          const digest = hashRequest(request)
          await tx.insert(keptAnswers).values({ id, digest, ...answer })
        }
        return { isDone: true, seq }
      })
      if (isDone) onBalance(userId, STARTING_BALANCE)
      return seq
    },

    /** Claims partitions of `global_stats` for a process. @returns their ids. */
    async claimPartitions(count: number): Promise<number[]> {
      const partitions: number[] = []
      while (partitions.length < count)
        partitions.push(await claimPartition(betDb))
      return partitions
    },

    /** Refills a low bankroll. @returns the coins granted. */
    refillHouse: () =>
      fundHouse((totals) => {
        const free = freeBankroll(totals)
        return free < BANKROLL_LOW ? STARTING_BANKROLL - free : 0
      }),

    /** Covers payouts that were reserved twice. @returns the coins granted */
    coverHouse: () => fundHouse(({ house, reserved }) => reserved - house),

    /** Grants coins to the house. @returns its balance before. */
    async topUpHouse(tx: Transaction, amount: number): Promise<number> {
      const { house } = await lockTotals(tx)
      await addBatch(tx, { house: amount, grants: -amount })
      return house
    },

    /** Drops some expired answers, never those of a concurrent call. */
    async dropOldAnswers(): Promise<number> {
      const since = new Date(clock().getTime() - ANSWER_LIFETIME_MS)
      const { rowCount } = await betDb.execute(
        sql`DELETE FROM kept_answers WHERE ctid = ANY(ARRAY(
              SELECT ctid FROM kept_answers
              WHERE created_at < ${since.toISOString()}
              ORDER BY created_at LIMIT ${ANSWERS_DROPPED_AT_ONCE}
              FOR UPDATE SKIP LOCKED
            ))`,
      )
      return rowCount ?? 0
    },
  }
}

/** Coins not reserved for payouts or for the seed of the next jackpot. */
export function freeBankroll({
  house,
  reserved,
}: Pick<Totals, 'house' | 'reserved'>): number {
  return house - reserved - JACKPOT_SEED
}
