import { createPublicClient, type Hash, http, type PublicClient } from 'viem'
import type { TestChainId } from '#core/chain/test-chains.ts'
import {
  testChainOf,
  WrongChain,
} from '../../api/src/platform/chain/wrong-chain.ts'
import { LaunchError } from '../lib/launch-error.ts'

const POLLING_INTERVAL_MS = 200

export type TestChain = {
  chainId: TestChainId
  genesisHash: Hash
  client: PublicClient
}

/** The chain behind an RPC URL. @throws WrongChain for one with real money. */
export async function connectChain(rpcUrl: string): Promise<TestChain> {
  const client = createPublicClient({
    transport: http(rpcUrl),
    pollingInterval: POLLING_INTERVAL_MS,
  })
  const identity = await testChainOf(client).catch((cause) => {
    if (cause instanceof WrongChain) throw cause
    // An RPC's URL may hold a key: what viem says is for debugging only.
    throw new LaunchError(
      'No chain answers. Start it first, or set RPC_URL to one that runs.',
      { cause },
    )
  })
  return { ...identity, client }
}
