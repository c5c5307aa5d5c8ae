import { answersTo } from '../../platform/batches.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { BlockPlace } from './mined-transactions.ts'

/** Those of some blocks that the chain no longer has, or not yet. */
export async function reorgedBlocks(
  chain: Chain,
  places: readonly BlockPlace[],
): Promise<BlockPlace[]> {
  const numbers = new Set(places.map(({ blockNumber }) => blockNumber))
  const hashes = await answersTo([...numbers], (blockNumber) =>
    chain.hashAt(BigInt(blockNumber)),
  )
  return places.filter(
    ({ blockNumber, blockHash }) => hashes.get(blockNumber) !== blockHash,
  )
}
