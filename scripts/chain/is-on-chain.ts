import { BlockNotFoundError, type PublicClient } from 'viem'

export type BlockId = { number: bigint; hash: string }

/** Whether a block is part of the chain; yes while the RPC can't tell. */
export async function isOnChain(
  client: PublicClient,
  { number, hash }: BlockId,
): Promise<boolean> {
  try {
    const block = await client.getBlock({ blockNumber: number })
    return block.hash === hash
  } catch (error) {
    return !(error instanceof BlockNotFoundError)
  }
}
