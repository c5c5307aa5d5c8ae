import { countConfirmations } from '#core/deposits/confirmations.ts'
import { type Guard, withFencing } from '../../../platform/db/lease.ts'
import { newId } from '../../../platform/ids.ts'
import type { DepositParts } from '../deposit-parts.ts'
import { quoteCoins } from '../deposit-value.ts'
import type { IndexedTransfer } from './indexed-transfers.store.ts'

export type TransferRecorder = ReturnType<typeof createTransferRecorder>

/** Creates the recording of reported transfers as pending deposits. */
export function createTransferRecorder({
  db,
  site,
  store,
  timeline,
  traces,
  wallets,
}: DepositParts) {
  /**
   * Records transfers to players' wallets; duplicates are ignored.
   *
   * @param head newest block known.
   * @returns true if any was unknown.
   */
  async function record(
    term: Guard,
    transfers: readonly IndexedTransfer[],
    head: number,
  ): Promise<boolean> {
    const paid = new Set(transfers.map(({ wallet }) => wallet))
    const owners = await wallets.findOwners([...paid])
    const deposits = transfers.flatMap((transfer) => {
      const userId = owners.get(transfer.wallet)
      if (!userId) return []
      const { amountWei, blockNumber, cryptoType } = transfer
      const asset = site.assets[cryptoType]
      return {
        ...transfer,
        id: newId(),
        instanceId: site.instanceId,
        userId,
        claimedWei: amountWei,
        confirmations: countConfirmations(
          blockNumber,
          Math.max(head, blockNumber),
        ),
        coinsPerUnit: asset.coinsPerUnit,
        ...quoteCoins(amountWei, asset),
      }
    })
    if (deposits.length === 0) return false
    const added = await withFencing(term, db, (tx) => store.add(tx, deposits))
    traces?.endStep('record', added)
    timeline.notify(added)
    return added.length > 0
  }

  return { record }
}
