import { createPublicClient, http } from 'viem'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type {
  ManagedProcess,
  ProcessRunner,
} from '../process/managed-process.ts'
import { freePort } from '../process/ports.ts'
import { type LaunchConfig, PROJECT_ROOT } from './launch-config.ts'

const STOP_WITHIN_MS = 3000

/** Returns the URL of the configured chain, or of a new local one. */
export async function startChain(
  config: LaunchConfig,
  runner: ProcessRunner,
): Promise<string> {
  const url = config.rpcUrl ?? (await startLocalChain(runner)).url
  const which = config.rpcUrl ? 'the one of RPC_URL' : `${url} (${LOCAL_CHAIN})`
  console.log(`Chain     ${which}`)
  return url
}

/** @param port replaces the chain at this port */
export async function startLocalChain(
  runner: ProcessRunner,
  port?: number,
): Promise<{ url: string; process: ManagedProcess }> {
  const chainPort = String(port ?? (await freePort()))
  const url = `http://127.0.0.1:${chainPort}`
  const started = await runner.launch({
    name: 'chain',
    command: process.execPath,
    args: ['scripts/chain.ts'],
    cwd: PROJECT_ROOT,
    env: { CHAIN_PORT: chainPort },
    stopSignal: 'SIGTERM',
    stopWithinMs: STOP_WITHIN_MS,
    isReady: () => hasChain(url),
  })
  return { url, process: started }
}

async function hasChain(url: string): Promise<boolean> {
  const transport = http(url, { retryCount: 0 })
  try {
    await createPublicClient({ transport }).getChainId()
    return true
  } catch {
    return false
  }
}
