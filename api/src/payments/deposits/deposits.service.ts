import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import {
  assetOf,
  type DepositChain,
} from '../../platform/chain/deposit-chain.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { Guard } from '../../platform/db/lease.ts'
import { newId } from '../../platform/ids.ts'
import { postingOf } from './deposit-posting.ts'
import type { DepositTimeline } from './deposit-timeline.service.ts'
import { uncredited, worthOf } from './deposit-worth.ts'
import type {
  DepositChange,
  DepositRow,
  DepositsStore,
  NewDeposit,
} from './deposits.store.ts'
import type { IndexedTransfer } from './indexed-transfers.store.ts'
import type { LatePayments } from './late-payments.ts'

/** An indexed transfer to a player's wallet. */
type SeenTransfer = {
  transfer: IndexedTransfer
  userId: string
  confirmations: number
}

type Change = { row: DepositRow; change: DepositChange }

/** What the chain says of a payment. */
export type Paid = {
  /** By its transaction, if it was one. */
  claimed?: bigint
  /** How much of it is backed; undefined while that is not certain. */
  limit?:
    | ((tx: Transaction, row: DepositRow) => Promise<bigint | undefined>)
    | undefined
  isOfHouse?: boolean | undefined
}
export type Brought = {
  rows: readonly DepositRow[]
  balance?: number | undefined
}

type DepositsDeps = {
  db: Database
  store: DepositsStore
  ledger: LedgerService
  late: LatePayments
  timeline: DepositTimeline
  clock: Clock
  onBalance(userId: string, balance: number): void
  chain: DepositChain
}

/** Payments to players' wallets, and the coins that they bring. */
export class DepositsService {
  readonly #deps: DepositsDeps

  constructor(deps: DepositsDeps) {
    this.#deps = deps
  }

  /** Keeps payments to players' wallets, some hundred at once at most. */
  async record(term: Guard, seen: readonly SeenTransfer[]): Promise<void> {
    const { db, store, timeline } = this.#deps
    const fresh = seen.map((one) => this.#newDeposit(one))
    const added = await db.transaction(async (tx) => {
      await term.guard(tx)
      return store.add(tx, fresh)
    })
    timeline.tell(added)
  }

  /**
   * Notes what has become of payments, unless they have changed meanwhile.
   *
   * @param isBacked asked first, where the payments have to be.
   * @returns whether they are.
   */
  async advance(
    term: Guard,
    changes: readonly Change[],
    isBacked?: (tx: Transaction) => Promise<boolean>,
  ): Promise<boolean> {
    if (changes.length === 0) return true
    const { db, store, timeline } = this.#deps
    const changed = await db.transaction(async (tx) => {
      await term.guard(tx)
      if (isBacked && !(await isBacked(tx))) return undefined
      const seen = changes.map(({ row }) => row)
      const waiting = await store.lockPending(tx, seen)
      const rows: DepositRow[] = []
      for (const some of alike(changes)) {
        const ids = some.map(({ row }) => row.id)
        const still = ids.filter((id) => waiting.has(id))
        rows.push(...(await store.change(tx, still, { ...some[0]?.change })))
      }
      return rows
    })
    if (changed) timeline.tell(changed)
    return changed !== undefined
  }

  /**
   * Credits a payment that the chain was seen to have made final, or says why
   * not. Does nothing when it is settled, or has moved to another block.
   */
  async credit(term: Guard, checked: DepositRow, paid: Paid): Promise<void> {
    const { db } = this.#deps
    const done = await db.transaction(async (tx) => {
      await term.guard(tx)
      return this.creditIn(tx, checked, paid)
    })
    if (done) this.tell(checked, done)
  }

  /** The same within a transaction, after which players are to be told. */
  async creditIn(
    tx: Transaction,
    checked: DepositRow,
    paid: Paid,
  ): Promise<Brought | undefined> {
    const { ledger, store } = this.#deps
    // Before any payment of theirs, as everywhere.
    await ledger.lock(tx, checked.userId)
    const before = await store.lock(tx, checked)
    return before && this.#settle(tx, before, paid)
  }

  tell({ userId }: Pick<DepositRow, 'userId'>, { rows, balance }: Brought) {
    const { onBalance, timeline } = this.#deps
    if (balance !== undefined) onBalance(userId, balance)
    timeline.tell(rows)
  }

  /**
   * @returns what the player is to be told; undefined while it is uncertain.
   */
  async #settle(
    tx: Transaction,
    before: DepositRow,
    { claimed, isOfHouse = false, limit }: Paid,
  ): Promise<Brought | undefined> {
    const { late, store } = this.#deps
    // Corrects the indexed transfer: the chain alone tells the amount.
    const row = claimed ? this.#worth({ ...before, claimed }, claimed) : before
    const amount = limit ? await limit(tx, row) : row.amount
    if (amount === undefined) return undefined
    if (isOfHouse) {
      const arrived = this.#worth(row, amount)
      const taken = await late.release(tx, arrived)
      const change = { ...arrived, ...OF_HOUSE }
      const [kept] = await store.change(tx, [row.id], change)
      return { ...taken, rows: [...taken.rows, ...(kept ? [kept] : [])] }
    }
    if (amount > 0n) return this.#bring(tx, before, this.#worth(row, amount))
    const nothing = { ...row, ...unbacked(row) }
    return { rows: await store.change(tx, [row.id], nothing) }
  }

  async #bring(
    tx: Transaction,
    before: DepositRow,
    backed: DepositRow,
  ): Promise<Brought> {
    const { store, late, clock, ledger } = this.#deps
    const attributed = await late.consume(tx, backed)
    if (attributed) return attributed
    const row = await late.rowFor(tx, backed)
    const { coins } = row
    const absorbed = Math.min(row.absorbed, coins)
    const credit = { ...postingOf(row), amount: coins, absorbed }
    const balance =
      coins > 0 ? await ledger.creditDeposit(tx, credit) : undefined
    const outcome =
      balance === undefined
        ? uncredited(row)
        : {
            ...CONFIRMED,
            absorbed: row.absorbed - absorbed,
            confirmedAt: clock(),
          }
    const rows = await store.change(tx, [row.id], { ...row, ...outcome })
    const isNews =
      outcome.status !== undefined || outcome.cause?.code !== before.cause?.code
    return { rows: isNews ? rows : [], balance }
  }

  /** The payment as one of this amount, at the rate it was taken at. */
  #worth(row: DepositRow, amount: bigint): DepositRow {
    if (amount === row.amount) return row
    const asset = assetOf(this.#deps.chain, row.cryptoType)
    const { coinsPerUnit } = row
    return { ...row, amount, ...worthOf(amount, { ...asset, coinsPerUnit }) }
  }

  #newDeposit({ transfer, userId, confirmations }: SeenTransfer): NewDeposit {
    const { chain } = this.#deps
    const asset = assetOf(chain, transfer.cryptoType)
    return {
      ...transfer,
      id: newId(),
      instanceId: chain.instanceId,
      userId,
      claimed: transfer.amount,
      confirmations,
      coinsPerUnit: asset.coinsPerUnit,
      ...worthOf(transfer.amount, asset),
    }
  }
}

/** Thousands in one block change alike: one statement for all of those. */
function alike(changes: readonly Change[]): Iterable<Change[]> {
  return Map.groupBy(changes, ({ change }) => JSON.stringify(change)).values()
}

const CONFIRMED = {
  status: 'confirmed',
  confirmations: CONFIRMATIONS_NEEDED,
  cause: null,
} as const

/** It is on the chain, and counts among what the wallet has received. */
const OF_HOUSE = {
  status: 'rejected',
  confirmations: CONFIRMATIONS_NEEDED,
  cause: { code: 'from_house' },
} as const

/** Nothing of it is in the wallet that other deposits do not tell of. */
function unbacked({ cryptoType }: DepositRow) {
  const code = cryptoType === 'tBNB' ? 'already_found' : 'never_received'
  return {
    amount: 0n,
    coins: 0,
    status: 'rejected',
    confirmations: CONFIRMATIONS_NEEDED,
    cause: { code },
  } as const
}
