import { LOCAL_CHAIN } from '#core/chain/test-chains.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import type { TestChain } from '../chain/connect-chain.ts'
import { connectDeployment } from '../chain/connect-deployment.ts'
import { requireDeployment } from '../chain/deployment-file.ts'
import { productChain } from '../chain/product-chain.ts'
import { launchConfigOf, loadSettings } from '../lib/launch-config.ts'
import { LaunchError } from '../lib/launch-error.ts'

/** The chain that the product runs on, if its accounts are anybody's. */
export async function connectLocalChain(): Promise<
  TestChain & { deployment: Deployment }
> {
  loadSettings()
  const config = launchConfigOf(process.env)
  const rpcUrl = productChain(config)
  const deployment = requireDeployment(config.deploymentFile)
  if (deployment.chainId !== LOCAL_CHAIN) {
    throw new LaunchError(
      `The product runs on chain ${deployment.chainId}. Deposits are sent by this command on a local chain (${LOCAL_CHAIN}) only.`,
    )
  }
  return { ...(await connectDeployment(deployment, rpcUrl)), deployment }
}
