import type { Hash } from 'viem'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Chain } from '../../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../../platform/chain/nodes/chain-node.ts'
import type { DepositRow } from '../deposits.store.ts'
import type { PaymentChecker, Verdict } from './payment-check.ts'

/** Nodes contradict each other; nothing may be decided until they agree. */
export class NodesDisagree extends Error {
  override readonly name = 'NodesDisagree'

  constructor(nodes: readonly ChainNode[], blockNumber: number) {
    const places = nodes.map(({ place }) => place).join(' and ')
    super(`nodes ${places} of RPC_URL disagree about block ${blockNumber}`)
  }
}

/** A deposit in a final block, with what its transaction paid there. */
export type Settled = {
  row: DepositRow
  verdict: Exclude<Verdict, { kind: 'missing' }>
}

/**
 * Returns a function that verifies deposits of one transaction. It reads the
 * final block of each node once, so use it for one batch only.
 *
 * One node verifies everything: the block is confirmed, final and on its
 * current branch, and the transaction made the payment. Then all other
 * reachable nodes are asked. A node that lags is ignored; one with another
 * block at that height, or another payment in the same block, contradicts.
 *
 * The returned function leaves out deposits that aren't final.
 *
 * @throws NodesDisagree
 */
export function settledPayments({ nodes }: Chain, checker: PaymentChecker) {
  const reaches = new Map<ChainNode, Promise<number>>()

  function reachOf(node: ChainNode): Promise<number> {
    const known = reaches.get(node)
    if (known) return known
    const reach = settledUpTo(node)
    reaches.set(node, reach)
    return reach
  }

  async function verifiedBy(
    node: ChainNode,
    hash: Hash,
    rows: readonly DepositRow[],
  ): Promise<Settled[]> {
    const reach = await reachOf(node)
    const final = rows.filter(({ blockNumber }) => blockNumber <= reach)
    if (final.length === 0) return []
    const checked = await checker.check(node, hash, final)
    return checked.flatMap(({ payment: row, verdict }) =>
      verdict.kind !== 'missing' && verdict.place.blockHash === row.blockHash
        ? [{ row, verdict }]
        : [],
    )
  }

  return async (
    hash: Hash,
    rows: readonly DepositRow[],
  ): Promise<readonly Settled[]> => {
    const first = await nodes.ask(async (node) => {
      const settled = await verifiedBy(node, hash, rows)
      return settled.length > 0 ? { node, settled } : undefined
    })
    if (!first) return []
    const { node, settled } = first
    const others = await nodes.askReachable(
      (other) => contradicts(checker, other, { hash, settled }),
      node,
    )
    const other = others.find(({ answer }) => answer)
    if (!other) return settled
    // Rereads both: one of them may have been wrong for a moment.
    for (const wrong of [node, other.node])
      checker.forget(wrong, { txHash: hash })
    const blockNumber = settled[0]?.row.blockNumber ?? 0
    throw new NodesDisagree([node, other.node], blockNumber)
  }
}

/** Returns the node's last block that is both confirmed and final. */
export async function settledUpTo(
  node: ChainNode,
  maxAgeMs = 0,
): Promise<number> {
  const [head, finalized] = await Promise.all([
    node.head(maxAgeMs),
    node.finalized(maxAgeMs),
  ])
  return Math.min(Number(head) - CONFIRMATIONS_NEEDED + 1, Number(finalized))
}

/** Compares another node; payments of one transaction share a block. */
async function contradicts(
  checker: PaymentChecker,
  node: ChainNode,
  { hash, settled }: { hash: Hash; settled: readonly Settled[] },
): Promise<boolean> {
  const place = settled[0]?.verdict.place
  if (!place) return false
  const rows = settled.map(({ row }) => row)
  const checking = checker.check(node, hash, rows)
  // Awaited below; another block is a contradiction by itself.
  checking.catch(() => undefined)
  const blockHash = await node.hashAt(BigInt(place.blockNumber))
  if (blockHash === undefined) return false
  if (blockHash !== place.blockHash) return true
  const theirs = await checking
  return theirs.some(
    ({ verdict }, at) => !isSame(verdict, settled[at]?.verdict),
  )
}

function isSame(a: Verdict, b: Verdict | undefined): boolean {
  if (a.kind !== 'genuine' || b?.kind !== 'genuine') return a.kind === b?.kind
  return a.amountWei === b.amountWei && String(a.senders) === String(b.senders)
}
