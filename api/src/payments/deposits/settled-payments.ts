import type { Hash } from 'viem'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import type { DepositRow } from './deposits.store.ts'
import type { PaymentChecker, Verdict } from './payment-check.ts'

/** Nodes contradict each other: nothing is decided until they agree. */
export class NodesDisagree extends Error {
  override readonly name = 'NodesDisagree'

  constructor(nodes: readonly ChainNode[], blockNumber: number) {
    const places = nodes.map(({ place }) => place).join(' and ')
    super(`nodes ${places} of RPC_URL disagree about block ${blockNumber}`)
  }
}

/** On the chain, in a block that can not change any more. */
export type SettledPayment = Exclude<Verdict, { kind: 'missing' }>

export type Settled = { row: DepositRow; verdict: SettledPayment }

/**
 * Makes the question what became of payments of one transaction, for one look
 * at the chain.
 *
 * One node answers all of it: that the block is deep enough and final, that it
 * is on its present branch, and what was paid in it. Then every other node
 * that can be reached is asked. One that has not come as far says nothing; one
 * with another block at that height, or with another payment in the same
 * block, is a contradiction.
 *
 * @returns for a transaction and some of its payments: those of them that
 * something can be said of.
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

  async function seenBy(
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
      const settled = await seenBy(node, hash, rows)
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
    // One of them may have been wrong for a moment.
    for (const wrong of [node, other.node])
      checker.forget(wrong, { txHash: hash })
    const blockNumber = settled[0]?.row.blockNumber ?? 0
    throw new NodesDisagree([node, other.node], blockNumber)
  }
}

/** The last block that the node shows as both confirmed and final. */
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

/** Payments of one transaction are all in the same block. */
async function contradicts(
  checker: PaymentChecker,
  node: ChainNode,
  { hash, settled }: { hash: Hash; settled: readonly Settled[] },
): Promise<boolean> {
  const place = settled[0]?.verdict.place
  if (!place) return false
  const rows = settled.map(({ row }) => row)
  const checking = checker.check(node, hash, rows)
  // Told where it is waited for: another block says enough by itself.
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
  return a.amount === b.amount && String(a.senders) === String(b.senders)
}
