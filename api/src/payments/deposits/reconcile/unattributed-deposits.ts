import type { Hash } from 'viem'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { LedgerService } from '../../../ledger/ledger.service.ts'
import type { DepositChain } from '../../../platform/chain/deposit-chain.ts'
import type { Chain } from '../../../platform/chain/nodes/chain.ts'
import type { Database, Transaction } from '../../../platform/db/database.ts'
import { type Guard, TermOver } from '../../../platform/db/lease.ts'
import { NO_ID, newId } from '../../../platform/ids.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { AccountKey, AccountsStore, Received } from '../accounts.store.ts'
import { coinsOf } from '../credit/deposit-value.ts'
import type { DepositsService } from '../credit/deposits.service.ts'
import type { DepositRow, DepositsStore } from '../deposits.store.ts'
import type { UnattributedStore } from '../unattributed.store.ts'
import { reorgedBlocks } from '../verify/inclusion-check.ts'
import type { Gap, GapsStore } from './reconciling.store.ts'

const CREDITS_PER_PASS = 50

const REORGED = {
  status: 'reversed',
  confirmations: 0,
  cause: { code: 'reorganised' },
} as const

export type UnattributedDeposits = ReturnType<typeof openUnattributedDeposits>

/** Opens deposits without a transaction: the surplus of a wallet. */
export function openUnattributedDeposits({
  accounts,
  chain,
  db,
  deposits,
  gaps,
  isPaused,
  ledger,
  log,
  site,
  store,
  unattributed,
}: {
  accounts: AccountsStore
  chain: Pick<Chain, 'hashAt'>
  db: Database
  deposits: DepositsService
  gaps: GapsStore
  /** True while the operator has paused credits. */
  isPaused: () => boolean
  ledger: LedgerService
  log: Logger
  site: DepositChain
  store: DepositsStore
  unattributed: UnattributedStore
}) {
  let cursor = NO_ID

  /**
   * Compares what an account has received with its deposits. A surplus at two
   * blocks becomes a deposit.
   *
   * @returns `shortfall` if the deposits sum up to more.
   */
  function reconcile(
    term: Guard,
    key: AccountKey,
    received: Received & { blockHash: Hash },
  ): Promise<'shortfall' | undefined> {
    return db.transaction(async (tx) => {
      await term.guard(tx)
      // Excludes concurrent credits, which would be missing in one of the sums.
      await ledger.lock(tx, key.userId)
      const { pendingWei, remainingWei, waitingWei } =
        await accounts.remainingOf(key, received, tx)
      // Unsettled deposits may still change the surplus.
      if (pendingWei > 0n) return undefined
      const amountWei = remainingWei - waitingWei
      const { blockNumber, blockHash } = received
      if (amountWei <= 0n) await gaps.remove(tx, key)
      else await recordGap(tx, key, { amountWei, blockNumber, blockHash })
      return amountWei < 0n ? 'shortfall' : undefined
    })
  }

  /** Credits the next page of pending unattributed deposits; logs failures. */
  async function creditWaiting(term: Guard): Promise<void> {
    if (isPaused()) return
    const page = { after: cursor, limit: CREDITS_PER_PASS }
    const rows = await unattributed.waiting(site.instanceId, page)
    const isLast = rows.length < CREDITS_PER_PASS
    cursor = (isLast ? undefined : rows.at(-1)?.id) ?? NO_ID
    const reorged = await reorgedBlocks(chain, rows)
    const isReorged = (row: DepositRow) =>
      reorged.some(({ blockHash }) => blockHash === row.blockHash)
    for (const row of rows) {
      const settled = isReorged(row)
        ? removeReorged(term, row)
        : deposits.credit(term, row, {})
      await settled.catch((error: unknown) => {
        if (error instanceof TermOver) throw error
        log.error(
          { error, deposit: row.id },
          'unattributed_deposit.credit_failed',
        )
      })
    }
  }

  /** Removes a deposit; a surplus that still exists is recorded again. */
  function removeReorged(term: Guard, row: DepositRow): Promise<void> {
    return db.transaction(async (tx) => {
      await term.guard(tx)
      await ledger.lock(tx, row.userId)
      const locked = await store.lock(tx, row)
      if (!locked) return
      // Keeps rows that the player's history refers to.
      if (locked.confirmedAt) await store.change(tx, [row.id], REORGED)
      else await store.remove(tx, row.id)
    })
  }

  /** Adds a deposit of what was also surplus at an earlier block. */
  async function recordGap(
    tx: Transaction,
    key: AccountKey,
    gap: Gap,
  ): Promise<void> {
    const before = await gaps.find(tx, key)
    if (!before) return gaps.set(tx, key, gap)
    if (before.blockNumber >= gap.blockNumber) return
    const amountWei =
      gap.amountWei < before.amountWei ? gap.amountWei : before.amountWei
    await addDeposit(tx, key, { ...before, amountWei })
    const restWei = gap.amountWei - amountWei
    if (restWei > 0n) await gaps.set(tx, key, { ...gap, amountWei: restWei })
    else await gaps.remove(tx, key)
  }

  /** Adds a deposit, or reuses a reversed one with an absorbed loss. */
  async function addDeposit(
    tx: Transaction,
    { cryptoType, userId, wallet }: AccountKey,
    { amountWei, blockHash, blockNumber }: Gap,
  ): Promise<void> {
    const asset = site.assets[cryptoType]
    const account = { instanceId: site.instanceId, userId, wallet, cryptoType }
    const from = await unattributed.firstUncoveredBlock(tx, account)
    const values = {
      amountWei,
      blockHash,
      blockNumber,
      fromBlock: Math.min(from, blockNumber),
      confirmations: CONFIRMATIONS_NEEDED,
      coinsPerUnit: asset.coinsPerUnit,
      ...coinsOf(amountWei, asset),
    }
    const reversed = await unattributed.lockAbsorbed(tx, account)
    if (reversed) {
      await store.change(tx, [reversed.id], { ...values, status: 'pending' })
    } else await store.add(tx, [{ ...account, ...values, id: newId() }])
  }

  return { reconcile, creditWaiting }
}
