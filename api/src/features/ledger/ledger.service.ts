import { DomainError } from '#core/errors.ts'
import {
  coins,
  STARTING_BALANCE,
  STARTING_BANKROLL,
} from '#core/money/coins.ts'
import type { TransactionsQuery } from '#core/schemas/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { KeptAnswer, LedgerStore, RequestKey } from './ledger.store.ts'

/** Below this the house is filled up to what it opened with, in coins. */
const BANKROLL_LOW = coins(50_000)
const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1_000

export type LedgerService = ReturnType<typeof ledgerService>

export function ledgerService({
  db,
  store,
  clock,
  onBalance,
}: {
  db: Database
  store: LedgerStore
  clock: Clock
  /** Told after the commit. */
  onBalance(userId: string, balance: number): void
}) {
  return {
    /** Gives a new player the starting coins, inside their registration. */
    async welcome(tx: Transaction, userId: string): Promise<void> {
      await store.post(tx, {
        userId,
        type: 'grant',
        amount: STARTING_BALANCE,
        against: 'grants',
      })
      await store.countUser(tx)
    },

    /**
     * Sets a balance to exactly the starting coins. A repetition under the
     * same key changes nothing.
     */
    async reset(userId: string, request?: RequestKey): Promise<void> {
      await db.transaction(async (tx) => {
        const balance = await store.lockBalance(tx, userId)
        if (request) {
          const kept = await store.findAnswer(userId, request.key)
          if (kept) return assertSameRequest(kept, request)
        }
        const amount = STARTING_BALANCE - balance
        if (amount !== 0) {
          await store.post(tx, {
            userId,
            type: 'reset',
            amount,
            against: 'grants',
          })
        }
        if (request) {
          const { key, digest } = request
          const answer = { digest, answer: '', balance: STARTING_BALANCE }
          await store.keepAnswer(tx, { userId, key, ...answer })
        }
      })
      onBalance(userId, STARTING_BALANCE)
    },

    /** The answer a request got before, if it did. @throws key_reused */
    async answered(userId: string, request: RequestKey) {
      const kept = await store.findAnswer(userId, request.key)
      if (kept) assertSameRequest(kept, request)
      return kept
    },

    history: (userId: string, query: TransactionsQuery) =>
      store.history(userId, query),
    totals: () => store.totals(),
    /** Rows of `global_stats` for the caller alone, by their numbers. */
    async claimLanes(count: number): Promise<number[]> {
      const lanes: number[] = []
      while (lanes.length < count) lanes.push(await store.claimLane())
      return lanes
    },
    refillHouse: () => store.refillHouse(BANKROLL_LOW, STARTING_BANKROLL),
    async forgetOldAnswers(): Promise<void> {
      await store.dropAnswersBefore(
        new Date(clock().getTime() - ANSWERS_KEPT_MS),
      )
    },
  }
}

function assertSameRequest(kept: KeptAnswer, { digest }: RequestKey): void {
  if (kept.digest !== digest) {
    throw new DomainError(
      'key_reused',
      'This Idempotency-Key was used for another request.',
    )
  }
}
