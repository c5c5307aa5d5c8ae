import type { Chain, Receipt } from './chain.ts'
import type { Attempt } from './outbox.store.ts'

/** Of the one attempt that the chain took; undefined when it took none. */
export async function receiptOf(
  chain: Chain,
  attempts: readonly Attempt[],
): Promise<Receipt | undefined> {
  for (const { hash } of attempts) {
    const receipt = await chain.receiptOf(hash)
    if (receipt) return receipt
  }
  return undefined
}
