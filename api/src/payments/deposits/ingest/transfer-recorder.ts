import type { Address, Hash } from 'viem'
import { confirmationsOf } from '#core/deposits/confirmations.ts'
import type { DepositChain } from '../../../platform/chain/deposit-chain.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type Guard, writeUnder } from '../../../platform/db/lease.ts'
import { newId } from '../../../platform/ids.ts'
import type { DepositTimeline } from '../deposit-timeline.service.ts'
import { coinsOf } from '../deposit-value.ts'
import type { DepositRow, DepositsStore } from '../deposits.store.ts'

/** Reported transfer to a wallet; verified before it is credited. */
export type IndexedTransfer = Pick<
  DepositRow,
  | 'wallet'
  | 'cryptoType'
  | 'ordinal'
  | 'amountWei'
  | 'blockNumber'
  | 'blockHash'
> & { txHash: Hash; sender: Address }

export type TransferRecorder = ReturnType<typeof openTransferRecorder>

/** Opens the recording of reported transfers as pending deposits. */
export function openTransferRecorder({
  db,
  ownersOf,
  site,
  store,
  timeline,
}: {
  db: Database
  /** Returns the player of each wallet; unknown ones are left out. */
  ownersOf(wallets: readonly Address[]): Promise<Map<string, string>>
  site: Pick<DepositChain, 'assets' | 'instanceId'>
  store: DepositsStore
  timeline: DepositTimeline
}) {
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
    const wallets = new Set(transfers.map(({ wallet }) => wallet))
    const owners = await ownersOf([...wallets])
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
        confirmations: confirmationsOf(
          blockNumber,
          Math.max(head, blockNumber),
        ),
        coinsPerUnit: asset.coinsPerUnit,
        ...coinsOf(amountWei, asset),
      }
    })
    if (deposits.length === 0) return false
    const added = await writeUnder(term, db, (tx) => store.add(tx, deposits))
    timeline.notify(added)
    return added.length > 0
  }

  return { record }
}
