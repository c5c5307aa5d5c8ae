import type { DepositCause } from '#core/deposits/deposit-cause.ts'
import type { LedgerService } from '../../../ledger/ledger.service.ts'
import type { Database, Transaction } from '../../../platform/db/database.ts'
import { type Guard, writeUnder } from '../../../platform/db/lease.ts'
import type { DepositTimeline } from '../deposit-timeline.service.ts'
import { postingOf, remainderOf } from '../deposit-value.ts'
import type { DepositRow, DepositsStore } from '../deposits.store.ts'

export type DepositReversals = ReturnType<typeof openDepositReversals>

/**
 * Opens reversals of credits. A balance never falls below zero: the rest is
 * absorbed, and recovered if the payment comes back.
 */
export function openDepositReversals({
  db,
  ledger,
  onBalance,
  store,
  timeline,
}: {
  db: Database
  ledger: LedgerService
  /** Called after the commit. */
  onBalance: (userId: string, balance: number) => void
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
  ): Promise<DepositRow | undefined> {
    const reversed = await writeUnder(term, db, async (tx) => {
      await ledger.lock(tx, seen.userId)
      const [before] = await store.lock(tx, [seen])
      return before && takeBack(tx, before, missingWei)
    })
    if (!reversed) return undefined
    timeline.notify([reversed.row])
    onBalance(seen.userId, reversed.balance)
    return reversed.row
  }

  /**
   * Takes the coins of part of a locked deposit back.
   *
   * @param cause of a deposit of which nothing is left.
   */
  async function takeBack(
    tx: Transaction,
    before: DepositRow,
    partWei: bigint,
    cause?: DepositCause,
  ): Promise<{ row: DepositRow; balance: number }> {
    const rest = remainderOf(before, partWei)
    const isWhole = rest.status === 'reversed'
    const debit = {
      ...postingOf(before),
      amount: before.coins - (isWhole ? 0 : rest.coins),
    }
    const { absorbed, balance } = await ledger.reverseDeposit(tx, debit)
    const code = absorbed > 0 ? 'partly_reversed' : 'reversed'
    const row = {
      ...rest,
      absorbed: before.absorbed + absorbed,
      ...(isWhole && { cause: cause ?? { code } }),
    }
    await store.change(tx, [row.id], row)
    return { row, balance }
  }

  return { reverse, takeBack }
}
