import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeUrls } from '#core/chain/chains.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { type LaunchConfig, toLaunchConfig } from '../product/launch-config.ts'

/** `rpcUrl` may list several nodes, separated by commas. */
type ChainEnvironment = { rpcUrl: string; deploymentFile: string }

/** Default address of a Hardhat node. */
const OWN_NODE_URL = 'http://127.0.0.1:8545'

/** Returns the chain and deployment of a part that runs alone. */
export function chainEnvironment(env: NodeJS.ProcessEnv): ChainEnvironment {
  const { rpcUrl = OWN_NODE_URL, deploymentFile } = toLaunchConfig(env)
  return { rpcUrl, deploymentFile }
}

type Where = Pick<LaunchConfig, 'deploymentFile'>

/** Stores the RPC URL next to the deployment. */
export function noteProductChain(where: Where, rpcUrl: string): void {
  // URLs may contain a key.
  writeFileSync(rpcUrlFile(where), `${rpcUrl}\n`, { mode: 0o600 })
}

/** Returns the configured RPC URL, or that of the last deployment. */
export function productChain(config: LaunchConfig): string {
  if (config.rpcUrl) return config.rpcUrl
  const file = rpcUrlFile(config)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new LaunchError('Start the product first (npm start), or set RPC_URL.')
}

function rpcUrlFile({ deploymentFile }: Where): string {
  return join(dirname(deploymentFile), 'rpc-url')
}

/** Returns the hosts of an RPC_URL, without paths that may contain keys. */
export function describeSource(rpcUrl: string): string {
  return nodeUrls(rpcUrl)
    .map((url) => new URL(url).origin)
    .join(', ')
}
