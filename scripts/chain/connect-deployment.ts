import type { Deployment } from '#core/schemas/deployment.ts'
import { requireChainOf } from '../../api/src/platform/chain/nodes/wrong-chain.ts'
import { connectChain, type TestChain } from './connect-chain.ts'

/** The chain of an RPC_URL, which must be the one of the deployment. */
export async function connectDeployment(
  deployment: Deployment,
  rpcUrl: string,
): Promise<TestChain> {
  const chain = await connectChain(rpcUrl)
  requireChainOf(deployment, chain)
  return chain
}
