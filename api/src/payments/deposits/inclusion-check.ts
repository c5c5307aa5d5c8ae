import { type Chain, requireChain } from '../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import type { DepositRow } from './deposits.store.ts'
import type { PaymentChecker } from './payment-check.ts'
import { NodesDisagree } from './settled-payments.ts'

/**
 * What nodes know of a payment. It is `dropped` where another block is final at
 * its height and no block has its transaction, or a final one has it and it
 * paid nothing there, or not what it was settled for. Of one that was never
 * proven to be in its block it is enough that no node knows its transaction.
 */
export type Inclusion = 'there' | 'dropped' | 'unsure'

/**
 * What every single node says.
 *
 * @throws NodesDisagree
 * @throws when one of them does not answer, or is on another chain.
 */
export async function inclusionOf(
  { nodes, deployment }: Chain,
  checker: PaymentChecker,
  row: DepositRow,
): Promise<Inclusion> {
  const all = await nodes.askEach(async (node) => {
    await requireChain(node, deployment)
    return { node, inclusion: await inclusionBy(node, checker, row) }
  })
  const there = all.find(({ inclusion }) => inclusion === 'there')
  const dropped = all.find(({ inclusion }) => inclusion === 'dropped')
  if (there && dropped) {
    // One of them may have been wrong for a moment.
    for (const { node } of [there, dropped]) checker.forget(node, row)
    throw new NodesDisagree([there.node, dropped.node], row.blockNumber)
  }
  if (there) return 'there'
  return all.every(({ inclusion }) => inclusion === 'dropped')
    ? 'dropped'
    : 'unsure'
}

async function inclusionBy(
  node: ChainNode,
  checker: PaymentChecker,
  row: DepositRow,
): Promise<Inclusion> {
  const hash = await node.hashAt(BigInt(row.blockNumber))
  // What has no confirmations was perhaps never in its block.
  if (hash === row.blockHash && row.confirmations > 0) return 'there'
  const verdict = await checker.checkOne(node, row)
  if (verdict.kind === 'genuine' && isAsSettled(row, verdict)) return 'there'
  if (!row.txHash || hash === undefined) return 'unsure'
  const finalized = await node.finalized()
  if (verdict.kind !== 'missing') {
    return verdict.place.blockNumber <= finalized ? 'dropped' : 'unsure'
  }
  if (await node.receiptOf(row.txHash)) return 'unsure'
  return row.blockNumber <= finalized ? 'dropped' : 'unsure'
}

/** What is not settled yet may be of any amount. */
export function isAsSettled(
  { claimed, status }: Pick<DepositRow, 'claimed' | 'status'>,
  { amount }: { amount: bigint },
): boolean {
  return status === 'pending' || amount === claimed
}
