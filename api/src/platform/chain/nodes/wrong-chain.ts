import type { Hash, PublicClient } from 'viem'
import { isTestChain, type TestChainId } from '#core/chain/test-chains.ts'
import type { Deployment } from '#core/schemas/deployment.ts'

/** No later try will help: the node is on another chain than it should be. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain'
}

export type ChainIdentity = { chainId: TestChainId; genesisHash: Hash }

/** Which chain a node is on; one with real money is refused. @throws WrongChain */
export async function testChainOf(
  client: PublicClient,
): Promise<ChainIdentity> {
  const genesis = client.getBlock({ blockNumber: 0n })
  // Told where it is waited for, if the chain's id is no reason to refuse.
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

/** @throws WrongChain when the contracts are on another chain than this one. */
export function requireChainOf(
  deployment: Deployment,
  found: ChainIdentity,
): void {
  if (isOnChain(found, deployment)) return
  throw new WrongChain(
    'DEPLOYMENT_FILE is about another chain than the one at RPC_URL. Run "npm run deploy" first.',
  )
}
