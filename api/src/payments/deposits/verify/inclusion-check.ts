import { mapInChunks } from '../../../platform/batches.ts'
import {
  type Chain,
  requireChain,
} from '../../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../../platform/chain/nodes/chain-node.ts'
import type { BlockPlace, DepositRow } from '../deposits.store.ts'
import { NodesDisagree } from './final-payments.ts'
import type { PaymentChecker } from './payment-check.ts'

/**
 * Inclusion of a payment. `dropped` if another block is final at its height and
 * no block has its transaction, or if a final block has it with another amount
 * or none. If its block was never verified, no node may know its transaction.
 */
type Inclusion = 'included' | 'dropped' | 'unsure'

/** Returns the blocks that aren't on the chain, or not yet. */
export async function reorgedBlocks(
  chain: Pick<Chain, 'hashAt'>,
  places: readonly BlockPlace[],
): Promise<BlockPlace[]> {
  const numbers = new Set(places.map(({ blockNumber }) => blockNumber))
  const hashes = await mapInChunks([...numbers], (blockNumber) =>
    chain.hashAt(BigInt(blockNumber)),
  )
  return places.filter(
    ({ blockNumber, blockHash }) => hashes.get(blockNumber) !== blockHash,
  )
}

/**
 * Checks the inclusion of a payment with every node.
 *
 * @throws NodesDisagree
 * @throws when a node doesn't answer, or is on another chain.
 */
export async function checkInclusion(
  { nodes, deployment }: Chain,
  checker: PaymentChecker,
  row: DepositRow,
): Promise<Inclusion> {
  const all = await nodes.queryEach(async (node) => {
    await requireChain(node, deployment)
    return { node, inclusion: await checkOnNode(node, checker, row) }
  })
  const included = all.find(({ inclusion }) => inclusion === 'included')
  const dropped = all.find(({ inclusion }) => inclusion === 'dropped')
  if (included && dropped) {
    // Rereads both: one of them may have been wrong for a moment.
    for (const { node } of [included, dropped]) {
      if (row.txHash) checker.forget(node, row.txHash)
    }
    throw new NodesDisagree([included.node, dropped.node], row.blockNumber)
  }
  if (included) return 'included'
  return all.every(({ inclusion }) => inclusion === 'dropped')
    ? 'dropped'
    : 'unsure'
}

async function checkOnNode(
  node: ChainNode,
  checker: PaymentChecker,
  row: DepositRow,
): Promise<Inclusion> {
  const hash = await node.hashAt(BigInt(row.blockNumber))
  // Without confirmations it may never have been in its block.
  if (hash === row.blockHash && row.confirmations > 0) return 'included'
  const verdict = await checker.checkOne(node, row)
  if (verdict.kind === 'genuine' && isAsSettled(row, verdict)) return 'included'
  if (!row.txHash || hash === undefined) return 'unsure'
  const finalized = await node.finalized()
  if (verdict.kind !== 'missing') {
    return verdict.place.blockNumber <= finalized ? 'dropped' : 'unsure'
  }
  if (await node.readReceipt(row.txHash)) return 'unsure'
  return row.blockNumber <= finalized ? 'dropped' : 'unsure'
}

/** True if the amount is the settled one, or the deposit isn't settled yet. */
export function isAsSettled(
  { claimedWei, status }: Pick<DepositRow, 'claimedWei' | 'status'>,
  { amountWei }: { amountWei: bigint },
): boolean {
  return status === 'pending' || amountWei === claimedWei
}
