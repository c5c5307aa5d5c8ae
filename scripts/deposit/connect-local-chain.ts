import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { productChain, reachedAt } from '../chain/chain-settings.ts'
import { connectChain, type TestChain } from '../chain/connect-chain.ts'
import { deploymentOn, requireDeployment } from '../chain/deployment-file.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { launchConfigOf, loadSettings } from '../product/launch-config.ts'

/** @throws LaunchError unless the product runs on a local chain */
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
  const chain = await connectChain(rpcUrl)
  if (await deploymentOn(chain, config.deploymentFile)) {
    return { ...chain, deployment }
  }
  throw new LaunchError(
    `The chain at ${reachedAt(rpcUrl)} was started anew, and its contracts are not deployed yet. npm start and npm run dev do that within seconds; with parts of your own run "npm run deploy" and start the API again.`,
  )
}
