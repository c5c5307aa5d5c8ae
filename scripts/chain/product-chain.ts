import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchConfig } from '../lib/launch-config.ts'
import { LaunchError } from '../lib/launch-error.ts'
import { firstOf } from './environment.ts'

const NOTE = 'rpc-url'

/** Writes down which chain the product runs on, for commands beside it. */
export function noteProductChain(dataDir: string, rpcUrl: string): void {
  // The URL of a testnet's RPC may hold a key.
  writeFileSync(join(dataDir, NOTE), `${rpcUrl}\n`, { mode: 0o600 })
}

/** The RPC URL of the product: the configured one, or that of its last start. */
export function productChain({ dataDir, rpcUrl }: LaunchConfig): string {
  if (rpcUrl) return firstOf(rpcUrl)
  const note = join(dataDir, NOTE)
  if (existsSync(note)) return firstOf(readFileSync(note, 'utf8'))
  throw new LaunchError('Start the product first (npm start), or set RPC_URL.')
}
