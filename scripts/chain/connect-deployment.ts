import type { Deployment } from '#core/schemas/deployment.ts'
import {
  connectChain,
  type TestChain,
  WrongChainError,
} from './connect-chain.ts'

/** The chain behind an RPC URL, which must be the one of the deployment. */
export async function connectDeployment(
  { genesisHash }: Deployment,
  rpcUrl: string,
): Promise<TestChain> {
  const chain = await connectChain(rpcUrl)
  if (chain.genesisHash === genesisHash) return chain
  throw new WrongChainError(
    'The contracts are described for another chain than the one at RPC_URL. Run "npm run deploy" first.',
  )
}
