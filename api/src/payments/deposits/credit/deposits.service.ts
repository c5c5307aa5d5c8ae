import {
  CONFIRMATIONS_NEEDED,
  confirmationsOf,
} from '#core/deposits/confirmations.ts'
import type { LedgerService } from '../../../ledger/ledger.service.ts'
import type { DepositChain } from '../../../platform/chain/deposit-chain.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/db/database.ts'
import type { Guard } from '../../../platform/db/lease.ts'
import { newId } from '../../../platform/ids.ts'
import type { DepositTimeline } from '../deposit-timeline.service.ts'
import type {
  DepositChange,
  DepositRow,
  DepositsStore,
} from '../deposits.store.ts'
import type { IndexedTransfer } from '../ingest/indexed-transfers.store.ts'
import type { Attributions, CreditOutcome } from './attributions.ts'
import { coinsOf, postingOf, uncredited } from './deposit-value.ts'

type RowChange = { row: DepositRow; change: DepositChange }

export type CreditTerms = {
  /** Amount that the transaction claims, if there is one. */
  claimedWei?: bigint
  /** Returns how much of the amount is backed; undefined while unknown. */
  limit?:
    | ((tx: Transaction, row: DepositRow) => Promise<bigint | undefined>)
    | undefined
  isFromHouse?: boolean | undefined
}

export type DepositsService = ReturnType<typeof openDepositsService>

/** Opens the writes that record, advance and credit deposits. */
export function openDepositsService({
  attributions,
  chain,
  clock,
  db,
  ledger,
  onBalance,
  store,
  timeline,
}: {
  attributions: Attributions
  chain: DepositChain
  clock: Clock
  db: Database
  ledger: LedgerService
  onBalance: (userId: string, balance: number) => void
  store: DepositsStore
  timeline: DepositTimeline
}) {
  /**
   * Records transfers to players' wallets; duplicates are ignored.
   *
   * @param owners player of each wallet.
   * @returns true if any transfer pays a player's wallet.
   */
  async function record(
    term: Guard,
    transfers: readonly IndexedTransfer[],
    { head, owners }: { head: number; owners: ReadonlyMap<string, string> },
  ): Promise<boolean> {
    const deposits = transfers.flatMap((transfer) => {
      const userId = owners.get(transfer.wallet)
      if (!userId) return []
      const asset = chain.assets[transfer.cryptoType]
      return {
        ...transfer,
        id: newId(),
        instanceId: chain.instanceId,
        userId,
        claimedWei: transfer.amountWei,
        confirmations: confirmationsOf(transfer.blockNumber, head),
        coinsPerUnit: asset.coinsPerUnit,
        ...coinsOf(transfer.amountWei, asset),
      }
    })
    if (deposits.length === 0) return false
    const added = await db.transaction(async (tx) => {
      await term.guard(tx)
      return store.add(tx, deposits)
    })
    timeline.notify(added)
    return true
  }

  /**
   * Updates pending deposits, except those that changed meanwhile.
   *
   * @param isBacked checked first, in the same transaction.
   * @returns false if `isBacked` does, and nothing was written.
   */
  async function advance(
    term: Guard,
    changes: readonly RowChange[],
    isBacked?: (tx: Transaction) => Promise<boolean>,
  ): Promise<boolean> {
    if (changes.length === 0) return true
    const changed = await db.transaction(async (tx) => {
      await term.guard(tx)
      if (isBacked && !(await isBacked(tx))) return undefined
      const pending = await store.lockPending(
        tx,
        changes.map(({ row }) => row),
      )
      const rows: DepositRow[] = []
      for (const batch of groupByChange(changes)) {
        const ids = batch.map(({ row }) => row.id)
        const locked = ids.filter((id) => pending.has(id))
        rows.push(...(await store.change(tx, locked, { ...batch[0]?.change })))
      }
      return rows
    })
    if (changed) timeline.notify(changed)
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
    const outcome = await db.transaction(async (tx) => {
      await term.guard(tx)
      return creditIn(tx, checked, terms)
    })
    if (outcome) notify(checked, outcome)
  }

  /** Credits within a transaction. Call `notify` after the commit. */
  async function creditIn(
    tx: Transaction,
    checked: DepositRow,
    terms: CreditTerms,
  ): Promise<CreditOutcome | undefined> {
    // Every writer locks the player before the deposit.
    await ledger.lock(tx, checked.userId)
    const before = await store.lock(tx, checked)
    return before && settle(tx, before, terms)
  }

  function notify(
    { userId }: Pick<DepositRow, 'userId'>,
    { rows, balance }: CreditOutcome,
  ) {
    if (balance !== undefined) onBalance(userId, balance)
    timeline.notify(rows)
  }

  /** Returns undefined while the backed amount is unknown. */
  async function settle(
    tx: Transaction,
    before: DepositRow,
    { claimedWei, isFromHouse = false, limit }: CreditTerms,
  ): Promise<CreditOutcome | undefined> {
    // Corrects the indexed amount, which is only a hint.
    const row = claimedWei
      ? withAmount({ ...before, claimedWei }, claimedWei)
      : before
    const amountWei = limit ? await limit(tx, row) : row.amountWei
    if (amountWei === undefined) return undefined
    if (isFromHouse) {
      const backed = withAmount(row, amountWei)
      const released = await attributions.release(tx, backed)
      const rejected = await store.change(tx, [row.id], {
        ...backed,
        ...FROM_HOUSE,
      })
      return { ...released, rows: [...released.rows, ...rejected] }
    }
    if (amountWei > 0n) {
      return creditCoins(tx, before, withAmount(row, amountWei))
    }
    const rejected = { ...row, ...unbacked(row) }
    return { rows: await store.change(tx, [row.id], rejected) }
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
    const posting = { ...postingOf(row), amount: coins, absorbed }
    const balance =
      coins > 0 ? await ledger.creditDeposit(tx, posting) : undefined
    const change =
      balance === undefined
        ? uncredited(row)
        : {
            ...CONFIRMED,
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
    const asset = chain.assets[row.cryptoType]
    const { coinsPerUnit } = row
    return {
      ...row,
      amountWei,
      ...coinsOf(amountWei, { ...asset, coinsPerUnit }),
    }
  }

  return { record, advance, credit, creditIn, notify }
}

/** Groups equal changes: thousands in one block take one statement. */
function groupByChange(changes: readonly RowChange[]): Iterable<RowChange[]> {
  return Map.groupBy(changes, ({ change }) => JSON.stringify(change)).values()
}

const CONFIRMED = {
  status: 'confirmed',
  confirmations: CONFIRMATIONS_NEEDED,
  cause: null,
} as const

/** Keeps all confirmations, so that it counts as received by the wallet. */
const FROM_HOUSE = {
  status: 'rejected',
  confirmations: CONFIRMATIONS_NEEDED,
  cause: { code: 'from_house' },
} as const

/** Rejects a deposit whose amount other deposits account for already. */
function unbacked({ cryptoType }: DepositRow) {
  const code = cryptoType === 'tBNB' ? 'already_found' : 'never_received'
  return {
    amountWei: 0n,
    coins: 0,
    status: 'rejected',
    confirmations: CONFIRMATIONS_NEEDED,
    cause: { code },
  } as const
}
