import { assert } from '#core/assert.ts'
import {
  coins,
  JACKPOT_SEED,
  MAX_COINS,
  STARTING_BALANCE,
  STARTING_BANKROLL,
} from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import {
  digestOf,
  type RepeatableRequest,
} from '../platform/http/repeatable-request.ts'
import type { KeptAnswer, LedgerStore, Posting } from './ledger.store.ts'
import type { Totals } from './partitions.store.ts'

/**
 * A free bankroll below this is filled up to what the house opened with, in
 * coins.
 */
export const BANKROLL_LOW = coins(50_000)
const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1_000

/** True if a round or bet has this id. */
export type IsPlayed = (id: string, tx: Transaction) => Promise<boolean>

type LedgerDeps = {
  db: Database
  store: LedgerStore
  clock: Clock
  /** Told after the commit, with the new balance. */
  onBalance(userId: string, balance: number): void
}

type ResetRequest = RepeatableRequest & {
  /** Whether a round was kept under an id. */
  isPlayed: IsPlayed
}

type DepositPosting = Pick<Posting, 'userId' | 'amount' | 'metadata'>

/** Coins outside of bets, and the house's sums. */
export class LedgerService {
  readonly #deps: LedgerDeps

  constructor(deps: LedgerDeps) {
    this.#deps = deps
  }

  /** Gives a new player the starting coins, inside their registration. */
  async welcome(tx: Transaction, userId: string): Promise<void> {
    const { store } = this.#deps
    await store.post(tx, {
      userId,
      type: 'grant',
      amount: STARTING_BALANCE,
      against: 'grants',
    })
    await store.countUser(tx)
  }

  /**
   * Returns the number of the last posting; 0 if there is none. Never
   * decreases.
   */
  lastPosting(): Promise<number> {
    return this.#deps.store.lastPosting()
  }

  /** Gives a player coins of the grant account. */
  async grant(userId: string, amount: number): Promise<void> {
    const { db, store, onBalance } = this.#deps
    const posting = {
      userId,
      type: 'grant',
      amount,
      against: 'grants',
    } as const
    const balance = await db.transaction((tx) => store.post(tx, posting))
    onBalance(userId, balance)
  }

  /**
   * Credits a deposit inside the caller's transaction. What the house bore of
   * it before, `absorbed`, goes to the house.
   *
   * @returns the new balance, which the player is to be told after the commit;
   * undefined when it would be more than a balance can hold.
   */
  async deposit(
    tx: Transaction,
    { absorbed, ...credit }: DepositPosting & { absorbed: number },
  ): Promise<number | undefined> {
    const { store } = this.#deps
    assert(absorbed <= credit.amount, 'the house gets no more than is given')
    const balance = await store.lockBalance(tx, credit.userId)
    const amount = credit.amount - absorbed
    if (balance + amount > MAX_COINS) return undefined
    if (absorbed > 0)
      await store.postHouse(tx, { amount: absorbed, against: 'chain' })
    if (amount === 0) return balance
    return store.post(tx, {
      ...credit,
      amount,
      type: 'deposit',
      against: 'chain',
    })
  }

  /**
   * Has other transactions of a player's coins wait for the transaction's end.
   *
   * @returns their balance.
   */
  lock(tx: Transaction, userId: string): Promise<number> {
    return this.#deps.store.lockBalance(tx, userId)
  }

  /**
   * Locks the house's row until the transaction ends. Lock players first.
   *
   * @returns the free coins.
   */
  async lockHouse(tx: Transaction): Promise<number> {
    return freeBankroll(await this.#deps.store.lockTotals(tx))
  }

  /**
   * Pays a prize from the house account, inside the caller's transaction.
   *
   * @returns the new balance, to push after the commit.
   */
  payPrize(
    tx: Transaction,
    prize: Pick<Posting, 'id' | 'userId' | 'amount' | 'metadata'>,
  ): Promise<number> {
    const { store } = this.#deps
    return store.post(tx, { ...prize, type: 'prize', against: 'house' })
  }

  /**
   * Reverses a deposit inside the caller's transaction: takes its coins back
   * as far as the player still has them, and the house bears the rest.
   */
  async takeBack(
    tx: Transaction,
    debit: DepositPosting,
  ): Promise<{ absorbed: number; balance: number }> {
    const { store } = this.#deps
    const before = await store.lockBalance(tx, debit.userId)
    const taken = Math.min(before, debit.amount)
    const absorbed = debit.amount - taken
    if (absorbed > 0) {
      await store.postHouse(tx, { amount: -absorbed, against: 'chain' })
    }
    if (taken === 0) return { absorbed, balance: before }
    const balance = await store.post(tx, {
      ...debit,
      amount: -taken,
      type: 'reversal',
      against: 'chain',
    })
    return { absorbed, balance }
  }

  /**
   * Sets a balance to exactly the starting coins. A repetition changes nothing.
   * Bets that are under way are decided anew, also where no coin moves: one may
   * have the same key.
   *
   * @returns the seq of its transaction; null where no coin moved.
   * @throws key_reused
   */
  async reset(userId: string, request?: ResetRequest): Promise<number | null> {
    const { db, onBalance } = this.#deps
    const { isDone, seq } = await db.transaction(async (tx) => {
      const balance = await this.#deps.store.lockBalance(tx, userId)
      const earlier = request && (await this.answered(request, tx))
      if (earlier) return { isDone: false, seq: earlier.seq }
      if (await request?.isPlayed(request.id, tx))
        throw new Refusal('key_reused')
      const seq = await this.#setToStart(tx, userId, balance)
      const kept = { answer: '', balance: STARTING_BALANCE, seq }
      if (request) await this.keepAnswer(tx, { ...request, ...kept })
      return { isDone: true, seq }
    })
    if (isDone) onBalance(userId, STARTING_BALANCE)
    return seq
  }

  /** The answer a request got before, if it did. @throws key_reused */
  async answered(
    request: RepeatableRequest,
    tx?: Transaction,
  ): Promise<KeptAnswer | undefined> {
    const kept = await this.#deps.store.findAnswer(request.id, tx)
    if (kept && kept.digest !== digestOf(request))
      throw new Refusal('key_reused')
    return kept
  }

  /** Keeps what a request got, with what it did. */
  async keepAnswer(
    tx: Transaction,
    kept: RepeatableRequest & Omit<KeptAnswer, 'digest'>,
  ): Promise<void> {
    const { id, answer, balance, seq } = kept
    const digest = digestOf(kept)
    await this.#deps.store.keepAnswer(tx, { id, digest, answer, balance, seq })
  }

  totals(): Promise<Totals> {
    return this.#deps.store.totals()
  }

  /** Rows of `global_stats` for the caller alone, by their numbers. */
  async claimPartitions(count: number): Promise<number[]> {
    const partitions: number[] = []
    while (partitions.length < count)
      partitions.push(await this.#deps.store.claimPartition())
    return partitions
  }

  /** Fills the house up when it runs low. @returns the coins granted. */
  refillHouse(): Promise<number> {
    return this.#deps.store.fundHouse((totals) => {
      const free = freeBankroll(totals)
      return free < BANKROLL_LOW ? STARTING_BANKROLL - free : 0
    })
  }

  /**
   * Grants the house what it owes beyond what it has: several processes may
   * each have promised the same coins. @returns the coins granted.
   */
  coverHouse(): Promise<number> {
    return this.#deps.store.fundHouse(({ house, held }) => held - house)
  }

  /**
   * Grants the house coins, within a transaction.
   *
   * @returns what the house had before.
   */
  topUpHouseIn(tx: Transaction, amount: number): Promise<number> {
    return this.#deps.store.fundHouseIn(tx, amount)
  }

  /** Grants the house coins, in coins. */
  topUpHouse(amount: number): Promise<number> {
    return this.#deps.store.fundHouse(() => amount)
  }

  /**
   * Drops a portion of the answers that were kept long enough. @returns how
   * many.
   */
  forgetOldAnswers(): Promise<number> {
    const { store, clock } = this.#deps
    const since = new Date(clock().getTime() - ANSWERS_KEPT_MS)
    return store.dropAnswersBefore(since)
  }

  /** @returns the seq of the transaction; null where no coin moves. */
  async #setToStart(
    tx: Transaction,
    userId: string,
    balance: number,
  ): Promise<number | null> {
    const { store } = this.#deps
    const amount = STARTING_BALANCE - balance
    if (amount === 0) {
      await store.outdateSnapshot(tx, userId)
      return null
    }
    const posting = {
      userId,
      type: 'reset',
      amount,
      against: 'grants',
    } as const
    return (await store.postTransaction(tx, posting)).seq
  }
}

/** The coins that nothing can claim, a new pot's seed among what is kept. */
export function freeBankroll({
  house,
  held,
}: Pick<Totals, 'house' | 'held'>): number {
  return house - held - JACKPOT_SEED
}
