import type { Hash } from 'viem'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import {
  assetOf,
  type DepositChain,
} from '../../platform/chain/deposit-chain.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { type Guard, TermOver } from '../../platform/db/lease.ts'
import { NO_ID, newId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { AccountKey, AccountsStore, Received } from './accounts.store.ts'
import { worthOf } from './deposit-worth.ts'
import type { DepositsService } from './deposits.service.ts'
import type { DepositRow, DepositsStore } from './deposits.store.ts'
import type { GapsStore, SeenGap } from './gaps.store.ts'
import type { BlockPlace } from './mined-transactions.ts'
import type { UnattributedStore } from './unattributed.store.ts'

/** What the chain says of an account, at a block of it. */
type Seen = Received & { blockHash: Hash }

type UnattributedDeps = {
  db: Database
  site: DepositChain
  store: DepositsStore
  unattributed: UnattributedStore
  accounts: AccountsStore
  gaps: GapsStore
  ledger: LedgerService
  deposits: DepositsService
  /** Those of some blocks that the chain does not have. */
  reorgedBlocks(places: readonly BlockPlace[]): Promise<BlockPlace[]>
  /** Whether credits wait for the operator. */
  isPaused: () => boolean
  log: Logger
}

const CREDITS_AT_ONCE = 50

const UNDONE = {
  status: 'reversed',
  confirmations: 0,
  cause: { code: 'reorganised' },
} as const

/**
 * Deposits that no transaction explains: what a wallet holds beyond the others.
 */
export class UnattributedDeposits {
  readonly #deps: UnattributedDeps
  #after = NO_ID

  constructor(deps: UnattributedDeps) {
    this.#deps = deps
  }

  /**
   * Compares what was received with what our rows say. A gap that is there at
   * two blocks becomes a deposit.
   *
   * @returns whether the rows say too much: `short`.
   */
  compare(
    term: Guard,
    key: AccountKey,
    received: Seen,
  ): Promise<'short' | undefined> {
    const { db, gaps, ledger } = this.#deps
    return db.transaction(async (tx) => {
      await term.guard(tx)
      // What is credited meanwhile would be missing in one of the two sums.
      await ledger.lock(tx, key.userId)
      const gap = await this.#gapOf(tx, key, received)
      if (gap === 'busy') return undefined
      if (gap > 0n) await this.#seen(tx, key, { ...received, gap })
      else await gaps.forget(tx, key)
      return gap < 0n ? 'short' : undefined
    })
  }

  /**
   * Credits some of those that were kept, by the rules of any deposit, and the
   * next of them the next time. One that fails holds up no other.
   */
  async creditWaiting(term: Guard): Promise<void> {
    const { deposits, reorgedBlocks, isPaused, log, site, unattributed } =
      this.#deps
    if (isPaused()) return
    const page = { after: this.#after, limit: CREDITS_AT_ONCE }
    const rows = await unattributed.waiting(site.instanceId, page)
    const isLast = rows.length < CREDITS_AT_ONCE
    this.#after = (isLast ? undefined : rows.at(-1)?.id) ?? NO_ID
    const reorged = await reorgedBlocks(rows)
    const isGone = (row: DepositRow) =>
      reorged.some(({ blockHash }) => blockHash === row.blockHash)
    for (const row of rows) {
      const done = isGone(row)
        ? this.#drop(term, row)
        : deposits.credit(term, row, {})
      await done.catch((error: unknown) => {
        if (error instanceof TermOver) throw error
        log.error(
          { error, deposit: row.id },
          'unattributed_deposit.credit_failed',
        )
      })
    }
  }

  /** What is there without the block it was found in will be found again. */
  #drop(term: Guard, row: DepositRow): Promise<void> {
    const { db, ledger, store } = this.#deps
    return db.transaction(async (tx) => {
      await term.guard(tx)
      await ledger.lock(tx, row.userId)
      const locked = await store.lock(tx, row)
      if (!locked) return
      // Its coins' history tells of it when it once had brought some.
      if (locked.confirmedAt) await store.change(tx, [row.id], UNDONE)
      else await store.remove(tx, row.id)
    })
  }

  /** @returns `busy` while payments wait to be settled, which may change it. */
  async #gapOf(
    tx: Transaction,
    key: AccountKey,
    received: Received,
  ): Promise<bigint | 'busy'> {
    const { accounts } = this.#deps
    const { pendingWei, roomWei, waitingWei } = await accounts.roomOf(
      key,
      received,
      tx,
    )
    return pendingWei > 0n ? 'busy' : roomWei - waitingWei
  }

  /** Keeps as a deposit what was also missing at an earlier block. */
  async #seen(
    tx: Transaction,
    key: AccountKey,
    { gap, blockNumber, blockHash }: Seen & { gap: bigint },
  ): Promise<void> {
    const { gaps } = this.#deps
    const before = await gaps.find(tx, key)
    const now = { amount: gap, blockNumber, blockHash }
    if (!before) return gaps.keep(tx, key, now)
    if (before.blockNumber >= blockNumber) return
    const amount = gap < before.amount ? gap : before.amount
    // It had come by then; only the rest came after it.
    await this.#add(tx, key, { ...before, amount })
    const rest = { ...now, amount: gap - amount }
    await (rest.amount > 0n ? gaps.keep(tx, key, rest) : gaps.forget(tx, key))
  }

  /** As one that was taken back, if the house still bears some of that. */
  async #add(
    tx: Transaction,
    { cryptoType, userId, wallet }: AccountKey,
    { amount, blockHash, blockNumber }: SeenGap,
  ): Promise<void> {
    const { site, store, unattributed } = this.#deps
    const asset = assetOf(site, cryptoType)
    const account = {
      instanceId: site.instanceId,
      userId,
      wallet,
      cryptoType,
    }
    const from = await unattributed.unexplainedFrom(tx, account)
    const found = {
      amount,
      blockHash,
      blockNumber,
      fromBlock: Math.min(from, blockNumber),
      confirmations: CONFIRMATIONS_NEEDED,
      coinsPerUnit: asset.coinsPerUnit,
      ...worthOf(amount, asset),
    }
    const reversed = await unattributed.lockAbsorbed(tx, account)
    if (reversed) {
      await store.change(tx, [reversed.id], { ...found, status: 'pending' })
      return
    }
    const untraced = { txHash: null, claimed: null, ordinal: 0, sender: null }
    await store.add(tx, [{ ...account, ...untraced, ...found, id: newId() }])
  }
}
