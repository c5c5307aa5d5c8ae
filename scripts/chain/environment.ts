import { launchConfigOf } from '../product/launch-config.ts'

/** `rpcUrl` may name several nodes, by commas. */
type ChainEnvironment = { rpcUrl: string; deploymentFile: string }

/** Where a Hardhat node listens that was started without further ado. */
const OWN_NODE_URL = 'http://127.0.0.1:8545'

/** Which chain a part started alone is about, and its contracts. */
export function chainEnvironment(env: NodeJS.ProcessEnv): ChainEnvironment {
  const { rpcUrl = OWN_NODE_URL, deploymentFile } = launchConfigOf(env)
  return { rpcUrl, deploymentFile }
}
