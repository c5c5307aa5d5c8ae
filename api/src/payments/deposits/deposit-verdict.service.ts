import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { Logger } from '../../platform/logger.ts'
import type { DepositRow } from './deposits.store.ts'
import type { PaymentChecker } from './payment-check.ts'
import { reorgedBlocks } from './reorged-blocks.ts'
import { NodesDisagree, settledPayments } from './settled-payments.ts'

/** What the chain says of a payment when an operator asks. */
export type DepositVerdict =
  | { kind: 'genuine'; amount: bigint; senders: readonly string[] }
  /** The chain shows no such payment. */
  | { kind: 'refuted' }
  /** It is in no final block yet. */
  | { kind: 'missing' }
  /** Nodes contradict each other about it. */
  | { kind: 'disputed' }
  /** No node answered. */
  | { kind: 'unknown' }
  /** No transaction explains it, and the block it was found in is there. */
  | { kind: 'untraced' }

type VerdictDeps = { chain: Chain; checker: PaymentChecker; log: Logger }

/** Asks all nodes about a payment. */
export async function depositVerdict(
  { chain, checker, log }: VerdictDeps,
  row: DepositRow,
): Promise<DepositVerdict> {
  try {
    await chain.check()
    if (row.txHash === null) {
      const isDropped = (await reorgedBlocks(chain, [row])).length > 0
      return { kind: isDropped ? 'missing' : 'untraced' }
    }
    const settled = settledPayments(chain, checker)
    const [found] = await settled(row.txHash, [row])
    return found?.verdict ?? { kind: 'missing' }
  } catch (error) {
    if (error instanceof NodesDisagree) return { kind: 'disputed' }
    log.warn({ error, deposit: row.id }, 'deposit.verdict_failed')
    return { kind: 'unknown' }
  }
}
