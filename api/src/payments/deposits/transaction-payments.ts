import type { Address, Hash } from 'viem'
import { lowerCase } from '#core/chain/chains.ts'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import type { IndexedTransfer } from './indexed-transfers.store.ts'
import type { PaymentChecker } from './payment-check.ts'

/**
 * All that a transaction paid to a wallet, as an indexer would have seen it.
 *
 * @returns undefined while no block of the node's present branch has it;
 * nothing when it was reverted, or paid others.
 */
export async function transactionPayments(
  checker: PaymentChecker,
  node: ChainNode,
  asked: { txHash: Hash; wallet: Address },
): Promise<IndexedTransfer[] | undefined> {
  const payments = await checker.paymentsTo(node, asked)
  if (!payments) return undefined
  return ASSET_SYMBOLS.flatMap((cryptoType) =>
    payments[cryptoType].map(({ from, amount }, ordinal) => ({
      ...asked,
      ...payments.place,
      cryptoType,
      ordinal,
      amount,
      sender: lowerCase(from),
    })),
  )
}
