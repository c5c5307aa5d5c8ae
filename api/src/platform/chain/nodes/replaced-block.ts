import type { Hash } from 'viem'
import { LOCAL_CHAIN } from '#core/chain/test-chains.ts'
import type { Chain } from './chain.ts'

/** A block that something of ours is in. */
export type NotedBlock = { blockNumber: bigint; blockHash: Hash }

/**
 * Returns how often settled transactions are checked for reorgs while none is
 * open. Public nodes are asked less often.
 */
export function reorgCheckMs({
  deployment,
}: Pick<Chain, 'deployment'>): number {
  return deployment.chainId === LOCAL_CHAIN ? 0 : 15_000
}

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
