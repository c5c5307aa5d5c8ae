import type { Hash } from 'viem'
import type { Chain } from '../nodes/chain.ts'
import type { Receipt } from '../nodes/chain-node.ts'

/** Of the one attempt that the chain took; undefined when it took none. */
export async function receiptOf(
  chain: Chain,
  attempts: readonly { hash: Hash }[],
): Promise<Receipt | undefined> {
  for (const { hash } of attempts) {
    const receipt = await chain.receiptOf(hash)
    if (receipt) return receipt
  }
  return undefined
}
