import { createPublicClient, http, type PublicClient } from 'viem'
import { isTestChain, type TestChainId } from '#core/chain/test-chains.ts'
import { LaunchError } from '../lib/launch-error.ts'

const POLLING_INTERVAL_MS = 200

export type TestChain = {
  chainId: TestChainId
  genesisHash: `0x${string}`
  client: PublicClient
}

/** No retry will help: RPC_URL leads to another chain than it should. */
export class WrongChainError extends LaunchError {}

/** The chain behind an RPC URL; one with real money is refused. */
export async function connectChain(rpcUrl: string): Promise<TestChain> {
  const client = createPublicClient({
    transport: http(rpcUrl),
    pollingInterval: POLLING_INTERVAL_MS,
  })
  const chainId = await client.getChainId().catch((cause) => {
    // An RPC's URL may hold a key: what viem says is for debugging only.
    throw new LaunchError(
      'No chain answers. Start it first, or set RPC_URL to one that runs.',
      { cause },
    )
  })
  if (!isTestChain(chainId)) {
    throw new WrongChainError(
      `RPC_URL leads to chain ${chainId}. This is play money: only the BSC testnet (97) and a local chain (31337) will do.`,
    )
  }
  const { hash } = await client.getBlock({ blockNumber: 0n })
  return { chainId, genesisHash: hash, client }
}
