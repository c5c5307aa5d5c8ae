import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LaunchError } from '../cli/launch-error.ts'
import type { LaunchConfig } from '../product/launch-config.ts'

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
