import type { Hash } from 'viem'
import type { Chain } from './chain.ts'

/** A block that something of ours is in. */
export type NotedBlock = { blockNumber: bigint; blockHash: Hash }

/**
 * Whether every node that can be reached shows another block in its place. One
 * that lags shows the old block or none: then nothing is proven.
 */
export async function isReplaced(
  { nodes }: Chain,
  { blockHash, blockNumber }: NotedBlock,
): Promise<boolean> {
  const shown = await nodes.askReachable((node) => node.hashAt(blockNumber))
  return (
    shown.length > 0 &&
    shown.every(({ answer }) => answer !== undefined && answer !== blockHash)
  )
}
