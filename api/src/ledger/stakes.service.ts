import type { AnyGameType } from '#core/api/history.ts'
import { assert } from '#core/assert.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import { dayNumber } from '#core/protection/day-of-play.ts'
import { Refusal } from '#core/refusals.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import type { BetState } from './history.service.ts'
import type { LedgerStore } from './ledger.store.ts'
import type { Totals } from './partitions.store.ts'
import type { Exposure, StakeRow, StakesStore } from './stakes.store.ts'

type StakesDeps = {
  db: Database
  store: StakesStore
  ledger: LedgerStore
  clock: Clock
}

type NewStake = {
  userId: string
  gameType: AnyGameType
  stake: number
  /** The largest payout, stake included, in coins. */
  reserved: number
}

/**
 * A player's balance after a transaction; they are to be told after the commit.
 */
export type Moved = { userId: string; balance: number }

/** What a correction could not take back from the player, in coins. */
export type Corrected = Moved & { absorbed: number }

/**
 * Stakes that are settled later than they are taken. What changes them works
 * inside the caller's transaction, locks the player first and the house's row
 * last, and outdates bets that were decided on the balance before.
 */
export class StakesService {
  readonly #deps: StakesDeps

  constructor(deps: StakesDeps) {
    this.#deps = deps
  }

  /** Those of the bets that were taken here. */
  async bets(ids: readonly string[]): Promise<BetState[]> {
    const { db, store } = this.#deps
    const rows = await store.findAll(db, ids)
    return rows.map(({ id, userId, seq, stake, paid }) => ({
      id,
      userId,
      seq,
      settlement:
        paid === null ? null : { stake: coins(stake), payout: coins(paid) },
    }))
  }

  /**
   * Serialises those who check what the house can lose, until the transaction
   * ends. Lock the player first.
   *
   * @returns the house's sums.
   */
  lockHouse(tx: Transaction): Promise<Totals> {
    return this.#deps.ledger.lockTotals(tx)
  }

  exposure(
    tx: Transaction,
    of: { userId: string; gameType: AnyGameType },
  ): Promise<Exposure> {
    return this.#deps.store.exposure(tx, of)
  }

  /**
   * Takes a stake the caller has found to be allowed and covered: posts it as
   * a `bet`, counts it and reserves its largest payout.
   *
   * @returns the id of the bet, and the seq of its transaction.
   */
  async stake(
    tx: Transaction,
    { reserved, ...bet }: NewStake,
  ): Promise<Moved & { id: string; seq: number }> {
    const { store, ledger } = this.#deps
    const { userId, gameType, stake } = bet
    const id = newId()
    const { balance, seq } = await ledger.postTransaction(tx, {
      id,
      userId,
      gameType,
      type: 'bet',
      amount: -stake,
      against: 'house',
      played: this.#played({ staked: stake }),
    })
    await store.add(tx, { ...bet, id, seq, reserved })
    await ledger.countStake(tx, { reserved, stake })
    return { id, userId, balance, seq }
  }

  /**
   * Settles an open stake for its payout, 0 when it lost.
   *
   * @returns undefined when it was settled before: nothing is moved then.
   * @throws balance_limit when the player could not hold the payout now.
   */
  payOut(
    tx: Transaction,
    { id, payout }: { id: string; payout: number },
  ): Promise<Moved | undefined> {
    return this.#settle(tx, { id, type: 'win', amountOf: () => payout })
  }

  /** Gives an open stake back. @returns as {@link payOut} does. */
  refund(tx: Transaction, id: string): Promise<Moved | undefined> {
    const amountOf = ({ stake }: StakeRow) => stake
    return this.#settle(tx, { id, type: 'refund', amountOf })
  }

  /**
   * Brings a settled stake to another payout by a compensating entry. Takes at
   * most what the player has; the house absorbs the rest. Repeated with the
   * same payout it moves only what is still missing.
   *
   * @throws balance_limit when the player could not hold the difference now.
   */
  async correct(
    tx: Transaction,
    target: { id: string; payout: number; type: 'win' | 'refund' },
  ): Promise<Corrected> {
    const { store, ledger } = this.#deps
    const { id, payout } = target
    const { userId } = await this.#found(tx, id)
    const balance = await ledger.lockBalance(tx, userId)
    const row = await this.#found(tx, id)
    assert(row.paid !== null, 'only what is settled is corrected')
    const wanted = payout - row.paid
    const amount = Math.max(wanted, -balance)
    await store.setPaid(tx, id, row.paid + amount)
    const type = amount > 0 ? target.type : 'reversal'
    const after = await this.#move(tx, row, { type, amount, balance })
    return { userId, balance: after, absorbed: amount - wanted }
  }

  async #settle(
    tx: Transaction,
    by: {
      id: string
      type: 'win' | 'refund'
      amountOf: (row: StakeRow) => number
    },
  ): Promise<Moved | undefined> {
    const { store, ledger } = this.#deps
    const row = await this.#found(tx, by.id)
    const { id, userId, reserved } = row
    const amount = by.amountOf(row)
    assert(amount <= reserved, 'no payout exceeds what is reserved for it')
    const balance = await ledger.lockBalance(tx, userId)
    if (!(await store.close(tx, id, amount))) return undefined
    const { type } = by
    const after = await this.#move(tx, row, { type, amount, balance })
    await ledger.release(tx, reserved)
    return { userId, balance: after }
  }

  async #move(
    tx: Transaction,
    { id, userId, gameType }: StakeRow,
    transaction: {
      type: 'win' | 'refund' | 'reversal'
      amount: number
      balance: number
    },
  ): Promise<number> {
    const { type, amount, balance } = transaction
    if (amount > MAX_COINS - balance)
      throw new Refusal('payout_above_balance_limit')
    if (amount === 0) return balance
    const moved = await this.#deps.ledger.postTransaction(tx, {
      userId,
      gameType,
      type,
      amount,
      against: 'house',
      metadata: { betId: id },
      played: this.#played({ paid: amount }),
    })
    return moved.balance
  }

  #played({ staked = 0, paid = 0 }: { staked?: number; paid?: number }) {
    return { day: dayNumber(this.#deps.clock().getTime()), staked, paid }
  }

  async #found(tx: Transaction, id: string): Promise<StakeRow> {
    const row = await this.#deps.store.find(tx, id)
    assert(row !== undefined, 'who settles a stake has taken it')
    return row
  }
}
