import { NATIVE } from '#core/deposits/asset.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Guard, withFencing } from '../../../platform/db/lease.ts'
import type { DepositWriteParts } from '../deposit-parts.ts'
import { quoteCoins, toPosting, uncredited } from '../deposit-value.ts'
import type { DepositChange, DepositRow } from '../deposits.store.ts'
import type { CreditLimit } from '../verify/payment-backing.ts'
import { type CreditOutcome, createAttributions } from './attributions.ts'

export type CreditTerms = {
  /** Amount that the transaction claims, if there is one. */
  claimedWei?: bigint | undefined
  limit?: CreditLimit | undefined
  isFromHouse?: boolean
}

export type DepositsService = ReturnType<typeof createDepositsService>

/** Creates the service that advances, credits and reverses deposits. */
export function createDepositsService(parts: DepositWriteParts) {
  const { clock, db, ledger, onBalance, site, store, timeline, traces } = parts
  const attributions = createAttributions(parts)

  /**
   * Updates deposits, except those that changed since they were read.
   *
   * @param isBacked checked first, in the same transaction.
   * @returns false if `isBacked` does, and nothing was written.
   */
  async function update(
    term: Guard,
    changes: readonly { row: DepositRow; change: DepositChange }[],
    isBacked?: (tx: Transaction) => Promise<boolean>,
  ): Promise<boolean> {
    if (changes.length === 0) return true
    const changed = await withFencing(term, db, async (tx) => {
      if (isBacked && !(await isBacked(tx))) return undefined
      const rows = changes.map(({ row }) => row)
      const locked = await store.lock(tx, rows)
      const unchanged = new Set(locked.map(({ id }) => id))
      const ready = changes.filter(({ row }) => unchanged.has(row.id))
      // Thousands of equal changes in one block take one statement.
      const batches = Map.groupBy(ready, ({ change }) => JSON.stringify(change))
      const after: DepositRow[] = []
      for (const batch of batches.values()) {
        const ids = batch.map(({ row }) => row.id)
        after.push(...(await store.change(tx, ids, { ...batch[0]?.change })))
      }
      return after
    })
    if (changed) timeline.notify(changed)
    if (changed) traces?.end(changed)
    return changed !== undefined
  }

  /**
   * Credits a deposit that is final on the chain, or stores why it pays
   * nothing. Does nothing if it is settled or in another block by now.
   */
  async function credit(
    term: Guard,
    checked: DepositRow,
    terms: CreditTerms,
  ): Promise<void> {
    const outcome = await withFencing(term, db, (tx) =>
      writeCredit(tx, checked, terms),
    )
    traces?.endStep('credit', [checked])
    if (outcome) notify(checked.userId, outcome)
  }

  /**
   * Credits within a transaction. Call `notify` after the commit.
   *
   * @returns undefined while the backed amount is unknown.
   */
  async function writeCredit(
    tx: Transaction,
    checked: DepositRow,
    { claimedWei, isFromHouse = false, limit }: CreditTerms,
  ): Promise<CreditOutcome | undefined> {
    // Every writer locks the player before the deposit.
    await ledger.lock(tx, checked.userId)
    const [before] = await store.lock(tx, [checked])
    if (!before) return undefined
    // Corrects the indexed amount, which is only a hint.
    const row = claimedWei
      ? withAmount({ ...before, claimedWei }, claimedWei)
      : before
    const amountWei = limit ? await limit(tx, row) : row.amountWei
    if (amountWei === undefined) return undefined
    const backed = withAmount(row, amountWei)
    if (isFromHouse) {
      const released = await attributions.detach(tx, backed)
      const rejected = { ...backed, ...FROM_HOUSE }
      const rows = await store.change(tx, [row.id], rejected)
      return { ...released, rows: [...released.rows, ...rows] }
    }
    if (amountWei > 0n) return creditCoins(tx, before, backed)
    return { rows: await store.change(tx, [row.id], rejectUnbacked(row)) }
  }

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
    const outcome = await withFencing(term, db, async (tx) => {
      await ledger.lock(tx, seen.userId)
      const [before] = await store.lock(tx, [seen])
      return before && attributions.reverseCredit(tx, before, missingWei)
    })
    if (outcome) notify(seen.userId, outcome)
    return outcome?.rows[0]
  }

  function notify(userId: string, { rows, balance }: CreditOutcome): void {
    if (balance !== undefined) onBalance(userId, balance)
    timeline.notify(rows)
    traces?.end(rows)
  }

  async function creditCoins(
    tx: Transaction,
    before: DepositRow,
    backed: DepositRow,
  ): Promise<CreditOutcome> {
    const attributed = await attributions.attribute(tx, backed)
    if (attributed) return attributed
    const row = await attributions.rowToCredit(tx, backed)
    const { coins } = row
    const absorbed = Math.min(row.absorbed, coins)
    const posting = { ...toPosting(row), amount: coins, absorbed }
    const balance =
      coins > 0 ? await ledger.creditDeposit(tx, posting) : undefined
    const change =
      balance === undefined
        ? uncredited(row)
        : {
            status: 'confirmed' as const,
            confirmations: CONFIRMATIONS_NEEDED,
            cause: null,
            absorbed: row.absorbed - absorbed,
            confirmedAt: clock(),
          }
    const rows = await store.change(tx, [row.id], { ...row, ...change })
    const isVisible =
      change.status !== undefined || change.cause?.code !== before.cause?.code
    return { rows: isVisible ? rows : [], balance }
  }

  /** Sets the amount, with its coins at the deposit's own rate. */
  function withAmount(row: DepositRow, amountWei: bigint): DepositRow {
    if (amountWei === row.amountWei) return row
    const { coinsPerUnit } = row
    const asset = { ...site.assets[row.cryptoType], coinsPerUnit }
    return { ...row, amountWei, ...quoteCoins(amountWei, asset) }
  }

  return { update, credit, writeCredit, notify, reverse }
}

/** Keeps all confirmations, so that it counts as received by the wallet. */
const FROM_HOUSE = {
  status: 'rejected',
  confirmations: CONFIRMATIONS_NEEDED,
  cause: { code: 'from_house' },
} as const

/** Rejects a deposit whose amount other deposits account for already. */
function rejectUnbacked(row: DepositRow): DepositRow {
  const code =
    row.cryptoType === NATIVE.symbol ? 'already_found' : 'never_received'
  return {
    ...row,
    amountWei: 0n,
    coins: 0,
    status: 'rejected',
    confirmations: CONFIRMATIONS_NEEDED,
    cause: { code },
  }
}
