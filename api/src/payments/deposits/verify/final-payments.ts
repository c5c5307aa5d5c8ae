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

/** Deposits in final blocks, with what their transaction paid there. */
type FinalVerdicts = ReadonlyMap<DepositRow, Verdict>

/** Returns the node's last block that has six confirmations and is final. */
export async function readFinalBlock(
  node: ChainNode,
  maxAgeMs = 0,
): Promise<number> {
  const [head, finalized] = await Promise.all([
    node.head(maxAgeMs),
    node.finalized(maxAgeMs),
  ])
  return Math.min(Number(head) - CONFIRMATIONS_NEEDED + 1, Number(finalized))
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
export function finalPayments({ nodes }: Chain, checker: PaymentChecker) {
  const finals = new Map<ChainNode, Promise<number>>()

  async function verifyOnNode(
    node: ChainNode,
    hash: Hash,
    rows: readonly DepositRow[],
  ): Promise<FinalVerdicts> {
    const reading = finals.get(node) ?? readFinalBlock(node)
    finals.set(node, reading)
    const last = await reading
    const final = rows.filter(({ blockNumber }) => blockNumber <= last)
    if (final.length === 0) return new Map()
    const verdicts = await checker.check(node, hash, final)
    return new Map(
      [...verdicts].filter(
        ([row, verdict]) =>
          verdict.kind !== 'missing' &&
          verdict.place.blockHash === row.blockHash,
      ),
    )
  }

  async function contradicts(
    node: ChainNode,
    hash: Hash,
    ours: FinalVerdicts,
  ): Promise<boolean> {
    const rows = [...ours.keys()]
    const theirs = await checker.check(node, hash, rows)
    const isSame = rows.every((row) =>
      isSameVerdict(theirs.get(row), ours.get(row)),
    )
    if (isSame) return false
    // Payments of one transaction share a block.
    const [row] = rows
    const blockHash = row && (await node.hashAt(BigInt(row.blockNumber)))
    return blockHash !== undefined
  }

  return async (
    hash: Hash,
    rows: readonly DepositRow[],
  ): Promise<FinalVerdicts> => {
    const first = await nodes.query(async (node) => {
      const verdicts = await verifyOnNode(node, hash, rows)
      return verdicts.size > 0 ? { node, verdicts } : undefined
    })
    if (!first) return new Map()
    const { node, verdicts } = first
    const others = await nodes.queryReachable(
      (other) => contradicts(other, hash, verdicts),
      node,
    )
    const other = others.find(({ answer }) => answer)
    if (!other) return verdicts
    // Rereads both: one of them may have been wrong for a moment.
    for (const wrong of [node, other.node]) checker.forget(wrong, hash)
    const blockNumber = [...verdicts.keys()][0]?.blockNumber ?? 0
    throw new NodesDisagree([node, other.node], blockNumber)
  }
}

function isSameVerdict(a?: Verdict, b?: Verdict): boolean {
  if (!a || a.kind === 'missing' || a.kind !== b?.kind) return false
  if (a.place.blockHash !== b.place.blockHash) return false
  if (a.kind === 'refuted' || b.kind === 'refuted') return true
  return a.amountWei === b.amountWei && `${a.senders}` === `${b.senders}`
}
