import type { LedgerService } from '../../../ledger/ledger.service.ts'
import type { DepositChain } from '../../../platform/chain/deposit-chain.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Guard } from '../../../platform/db/lease.ts'
import { coinsOf, postingOf, remainderOf } from '../credit/deposit-value.ts'
import type { DepositTimeline } from '../deposit-timeline.service.ts'
import type {
  DepositChange,
  DepositRow,
  DepositsStore,
} from '../deposits.store.ts'
import type { BlockPlace } from '../verify/mined-transactions.ts'

export type DepositReversals = ReturnType<typeof openDepositReversals>

/**
 * Opens the writes after reorganisations of settled deposits: reversed, moved
 * to another block, or back. A balance never falls below zero; the house absorbs
 * the rest, and recovers it if the payment comes back.
 */
export function openDepositReversals({
  chain,
  db,
  ledger,
  store,
  timeline,
}: {
  chain: Pick<DepositChain, 'assets'>
  db: Database
  ledger: LedgerService
  store: DepositsStore
  timeline: DepositTimeline
}) {
  /**
   * Reverses a credit; returns undefined if the deposit changed meanwhile.
   *
   * @param missingWei part of an unattributed deposit that the wallet lacks.
   */
  async function reverse(
    term: Guard,
    seen: DepositRow,
    missingWei = seen.amountWei,
  ): Promise<{ row: DepositRow; balance: number } | undefined> {
    const reversed = await db.transaction(async (tx) => {
      await term.guard(tx)
      await ledger.lock(tx, seen.userId)
      const before = await store.lock(tx, seen)
      if (!before) return undefined
      const rest = remainderOf(before, { amountWei: missingWei })
      const isWhole = rest.status === 'reversed'
      const coins = before.coins - (isWhole ? 0 : rest.coins)
      const debit = { ...postingOf(before), amount: coins }
      const { absorbed, balance } = await ledger.reverseDeposit(tx, debit)
      const code = absorbed > 0 ? 'partly_reversed' : 'reversed'
      const row = {
        ...rest,
        absorbed: before.absorbed + absorbed,
        ...(isWhole && { cause: { code } as const }),
      }
      await store.change(tx, [before.id], row)
      return { row, balance }
    })
    if (reversed) timeline.notify([reversed.row])
    return reversed
  }

  /** Rejects a dropped payment that was never credited. */
  function end(term: Guard, seen: DepositRow): Promise<void> {
    return update(term, seen, {
      status: 'rejected',
      cause: { code: 'dropped' },
      confirmations: 0,
    })
  }

  /** Stores the new block of a credited payment. */
  function move(
    term: Guard,
    seen: DepositRow,
    place: BlockPlace,
  ): Promise<void> {
    return update(term, seen, place)
  }

  /**
   * Sets a deposit back to pending: a reversed or rejected one is on the chain
   * again, or one that paid nothing was dropped.
   */
  function reopen(
    term: Guard,
    seen: DepositRow,
    inclusion: Partial<BlockPlace> & { confirmations: number },
  ): Promise<void> {
    const { amountWei, coinsPerUnit, cryptoType } = seen
    const asset = chain.assets[cryptoType]
    // Keeps a cause that depends on the amount alone.
    const { cause } = coinsOf(amountWei, { ...asset, coinsPerUnit })
    return update(term, seen, { ...inclusion, status: 'pending', cause })
  }

  async function update(
    term: Guard,
    seen: DepositRow,
    change: DepositChange,
  ): Promise<void> {
    const changed = await db.transaction(async (tx) => {
      await term.guard(tx)
      const before = await store.lock(tx, seen)
      return before ? store.change(tx, [before.id], change) : []
    })
    timeline.notify(changed)
  }

  return { reverse, end, move, reopen }
}
