import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeUrls } from '#core/chain/chains.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { type LaunchConfig, launchConfigOf } from '../product/launch-config.ts'

/** `rpcUrl` may name several nodes, by commas. */
type ChainEnvironment = { rpcUrl: string; deploymentFile: string }

/** Where a Hardhat node listens that was started without further ado. */
const OWN_NODE_URL = 'http://127.0.0.1:8545'

/** Which chain a part started alone is about, and its contracts. */
export function chainEnvironment(env: NodeJS.ProcessEnv): ChainEnvironment {
  const { rpcUrl = OWN_NODE_URL, deploymentFile } = launchConfigOf(env)
  return { rpcUrl, deploymentFile }
}

type Where = Pick<LaunchConfig, 'deploymentFile'>

/** Writes down, beside the deployment, how its chain was reached. */
export function noteProductChain(where: Where, rpcUrl: string): void {
  // The URL of a testnet's RPC may hold a key.
  writeFileSync(noteOf(where), `${rpcUrl}\n`, { mode: 0o600 })
}

/** The product's RPC_URL: the configured one, or where it was deployed last. */
export function productChain(config: LaunchConfig): string {
  if (config.rpcUrl) return config.rpcUrl
  const note = noteOf(config)
  if (existsSync(note)) return readFileSync(note, 'utf8').trim()
  throw new LaunchError('Start the product first (npm start), or set RPC_URL.')
}

function noteOf({ deploymentFile }: Where): string {
  return join(dirname(deploymentFile), 'rpc-url')
}

/** Where an RPC_URL leads, to be printed: what follows a host may be a key. */
export function reachedAt(rpcUrl: string): string {
  return nodeUrls(rpcUrl)
    .map((url) => new URL(url).origin)
    .join(', ')
}
