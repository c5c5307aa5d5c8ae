import type { Hash, PublicClient } from 'viem'
import { isTestChain, type TestChainId } from '#core/chain/chains.ts'
import type { Deployment } from '#core/schemas/deployment.ts'

/** The node is on another chain than the deployment, so no retry helps. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain'
}

export type ChainIdentity = { chainId: TestChainId; genesisHash: Hash }

/** Reads the chain of a node. @throws WrongChain when it has real money */
export async function testChainOf(
  client: PublicClient,
): Promise<ChainIdentity> {
  const genesis = client.getBlock({ blockNumber: 0n })
  // Awaited below; a wrong chain ID makes it irrelevant.
  genesis.catch(() => undefined)
  const chainId = await client.getChainId()
  if (!isTestChain(chainId)) {
    throw new WrongChain(
      `RPC_URL leads to chain ${chainId}. This is play money: only the BSC testnet (97) and a local chain (31337) will do.`,
    )
  }
  const { hash } = await genesis
  return { chainId, genesisHash: hash }
}

export function isOnChain(
  { chainId, genesisHash }: ChainIdentity,
  deployment: Deployment,
): boolean {
  return (
    chainId === deployment.chainId && genesisHash === deployment.genesisHash
  )
}

/** @throws WrongChain when the deployment is on another chain. */
export function requireChainOf(
  deployment: Deployment,
  found: ChainIdentity,
): void {
  if (isOnChain(found, deployment)) return
  throw new WrongChain(
    'DEPLOYMENT_FILE is about another chain than the one at RPC_URL. Run "npm run deploy" first.',
  )
}
