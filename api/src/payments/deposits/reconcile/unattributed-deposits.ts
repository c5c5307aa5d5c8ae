import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Address, Hash } from 'viem'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Guard, withFencing } from '../../../platform/db/lease.ts'
import { newId } from '../../../platform/ids.ts'
import type { Received } from '../accounts.store.ts'
import type { DepositWriteParts } from '../deposit-parts.ts'
import { quoteCoins } from '../deposit-value.ts'
import type { AccountKey } from '../deposits.store.ts'
import { cryptoDeposits, depositGaps } from '../deposits.table.ts'

/** Surplus of an account at the block where it was first seen. */
export type Gap = Omit<typeof depositGaps.$inferSelect, 'instanceId' | 'seenAt'>

/** Creates the service of deposits without a transaction: the surplus of a wallet. */
export function createUnattributedDeposits({
  accounts,
  db,
  ledger,
  site,
  store,
}: DepositWriteParts) {
  const { instanceId } = site

  function getGaps(wallets: readonly Address[]) {
    return db
      .select()
      .from(depositGaps)
      .where(
        and(
          eq(depositGaps.instanceId, instanceId),
          inArray(depositGaps.wallet, [...wallets]),
        ),
      )
  }

  /**
   * Compares what an account has received with its deposits. A surplus at two
   * blocks becomes a deposit.
   *
   * @param known earlier gaps that were seen at blocks still on the chain.
   * @returns `shortfall` if the deposits sum up to more.
   */
  function reconcile(
    term: Guard,
    key: AccountKey,
    {
      known,
      seen,
    }: { known: readonly Gap[]; seen: Received & { blockHash: Hash } },
  ): Promise<'shortfall' | undefined> {
    const { userId, wallet, cryptoType } = key
    return withFencing(term, db, async (tx) => {
      // Excludes concurrent credits, which would be missing in one of the sums.
      await ledger.lock(tx, userId)
      const { pendingWei, remainingWei, waitingWei } =
        await accounts.readRemaining(key, seen, tx)
      // Unsettled deposits may still change the surplus.
      if (pendingWei > 0n) return undefined
      const amountWei = remainingWei - waitingWei
      const { blockHash, blockNumber } = seen
      await recordSurplus(tx, key, {
        seen: { wallet, cryptoType, amountWei, blockHash, blockNumber },
        before: known.find(
          (gap) => gap.wallet === wallet && gap.cryptoType === cryptoType,
        ),
      })
      return amountWei < 0n ? 'shortfall' : undefined
    })
  }

  /** Adds a deposit of what was also surplus at an earlier block. */
  async function recordSurplus(
    tx: Transaction,
    key: AccountKey,
    { before, seen }: { before: Gap | undefined; seen: Gap },
  ): Promise<void> {
    let restWei = seen.amountWei
    if (before && restWei > 0n) {
      if (before.blockNumber >= seen.blockNumber) return
      const amountWei =
        seen.amountWei < before.amountWei ? seen.amountWei : before.amountWei
      await addDeposit(tx, key, { ...before, amountWei })
      restWei -= amountWei
    }
    await tx
      .delete(depositGaps)
      .where(
        and(
          eq(depositGaps.instanceId, instanceId),
          eq(depositGaps.wallet, seen.wallet),
          eq(depositGaps.cryptoType, seen.cryptoType),
        ),
      )
    if (restWei > 0n) {
      const gap = { instanceId, ...seen, amountWei: restWei }
      await tx.insert(depositGaps).values(gap)
    }
  }

  /** Adds a deposit, or reuses a reversed one with an absorbed loss. */
  async function addDeposit(
    tx: Transaction,
    { cryptoType, userId, wallet }: AccountKey,
    { amountWei, blockHash, blockNumber }: Gap,
  ): Promise<void> {
    const asset = site.assets[cryptoType]
    const account = { instanceId, userId, wallet, cryptoType }
    const from = await accounts.firstUncoveredBlock(tx, account)
    const values = {
      amountWei,
      blockHash,
      blockNumber,
      fromBlock: Math.min(from, blockNumber),
      confirmations: CONFIRMATIONS_NEEDED,
      coinsPerUnit: asset.coinsPerUnit,
      ...quoteCoins(amountWei, asset),
    }
    const reversed = await accounts.lockAbsorbed(tx, account)
    if (reversed) {
      await store.change(tx, [reversed.id], { ...values, status: 'pending' })
    } else await store.add(tx, [{ ...account, ...values, id: newId() }])
  }

  /** Removes pending deposits in reorged blocks; a surplus that still exists is recorded again. */
  function removeReorged(term: Guard): Promise<void> {
    const isReorged = and(
      eq(cryptoDeposits.instanceId, instanceId),
      eq(cryptoDeposits.status, 'pending'),
      eq(cryptoDeposits.confirmations, 0),
      isNull(cryptoDeposits.txHash),
    )
    return withFencing(term, db, async (tx) => {
      // Keeps rows that the player's history refers to.
      await tx
        .update(cryptoDeposits)
        .set({ status: 'reversed', cause: { code: 'reorganised' } })
        .where(and(isReorged, isNotNull(cryptoDeposits.confirmedAt)))
      await tx.delete(cryptoDeposits).where(isReorged)
    })
  }

  return { getGaps, reconcile, removeReorged }
}
