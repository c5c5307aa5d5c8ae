import { createPublicClient, http } from 'viem'
import { LOCAL_CHAIN } from '#core/chain/test-chains.ts'
import { freePort } from '../lib/free-port.ts'
import { type LaunchConfig, PROJECT_ROOT } from '../lib/launch-config.ts'
import type { ProcessRunner } from '../lib/managed-process.ts'

const READY_WITHIN_MS = 30_000
const STOP_WITHIN_MS = 3000

/** The chain's URL: the configured one, or a local one's that begins anew. */
export async function startChain(
  config: LaunchConfig,
  runner: ProcessRunner,
): Promise<string> {
  const url = config.rpcUrl ?? (await startLocalChain(runner))
  const which = config.rpcUrl ? 'the one of RPC_URL' : `${url} (${LOCAL_CHAIN})`
  console.log(`Chain     ${which}`)
  return url
}

async function startLocalChain(runner: ProcessRunner): Promise<string> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await runner.launch({
    name: 'chain',
    command: process.execPath,
    args: ['scripts/chain.ts'],
    cwd: PROJECT_ROOT,
    env: { CHAIN_PORT: String(port) },
    stopSignal: 'SIGTERM',
    stopWithinMs: STOP_WITHIN_MS,
    isReady: () => hasChain(url),
    readyWithinMs: READY_WITHIN_MS,
  })
  return url
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
