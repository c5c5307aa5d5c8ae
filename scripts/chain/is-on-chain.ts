import { BlockNotFoundError, type PublicClient } from 'viem'

export type BlockId = { number: bigint; hash: string }

/**
 * Whether a block is part of the chain: one node that has it is enough, for
 * others may lag. Yes while none can tell.
 */
export async function isOnChain(
  nodes: readonly PublicClient[],
  block: BlockId,
): Promise<boolean> {
  const verdicts = await Promise.all(nodes.map((node) => has(node, block)))
  return verdicts.includes(true) || !verdicts.includes(false)
}

/** Undefined when the node can't tell. */
async function has(
  node: PublicClient,
  { number, hash }: BlockId,
): Promise<boolean | undefined> {
  try {
    const block = await node.getBlock({ blockNumber: number })
    return block.hash === hash
  } catch (error) {
    return error instanceof BlockNotFoundError ? false : undefined
  }
}
