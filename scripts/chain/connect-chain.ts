import {
  createPublicClient,
  fallback,
  type Hash,
  http,
  type PublicClient,
  type Transport,
} from 'viem'
import { nodeUrls, type TestChainId } from '#core/chain/chains.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { requireSameChain } from '../../api/src/platform/chain/nodes/chain.ts'
import {
  readTestChain,
  WrongChain,
} from '../../api/src/platform/chain/nodes/chain-node.ts'
import { LaunchError } from '../cli/launch-error.ts'

const POLLING_INTERVAL_MS = 200

export type TestChain = {
  chainId: TestChainId
  genesisHash: Hash
  /** Falls back to the next node. */
  client: PublicClient
}

/**
 * Connects to the chain of an RPC_URL; some nodes may be down.
 *
 * @throws WrongChain for chains with real money, and for nodes of several chains
 */
export async function connectChain(rpcUrl: string): Promise<TestChain> {
  const transports = nodeUrls(rpcUrl).map((url) => http(url))
  const nodes = transports.map(createClient)
  const identity = await commonChain(nodes)
  return { ...identity, client: createClient(fallback(transports)) }
}

function createClient(transport: Transport): PublicClient {
  return createPublicClient({ transport, pollingInterval: POLLING_INTERVAL_MS })
}

async function commonChain(nodes: readonly PublicClient[]) {
  const found = await Promise.allSettled(nodes.map(readTestChain))
  const failures = found.flatMap((node): unknown[] =>
    node.status === 'rejected' ? [node.reason] : [],
  )
  const wrong = failures.find((reason) => reason instanceof WrongChain)
  if (wrong) throw wrong
  const [first, ...others] = found.flatMap((node) =>
    node.status === 'fulfilled' ? [node.value] : [],
  )
  if (!first) {
    // An RPC URL may hold a key, so the cause is for debugging only.
    throw new LaunchError(
      'No chain answers. Start it first, or set RPC_URL to one that runs.',
      { cause: failures[0] },
    )
  }
  const isOther = ({ chainId, genesisHash }: typeof first) =>
    chainId !== first.chainId || genesisHash !== first.genesisHash
  if (others.some(isOther)) {
    throw new WrongChain('RPC_URL names nodes of different chains.')
  }
  return first
}

/** @throws WrongChain unless the nodes are of the chain of the deployment */
export async function connectDeployment(
  deployment: Deployment,
  rpcUrl: string,
): Promise<TestChain> {
  const chain = await connectChain(rpcUrl)
  requireSameChain(deployment, chain)
  return chain
}
