import { setTimeout as sleep } from 'node:timers/promises'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import { describeSource } from '../chain/chain-settings.ts'
import { connectChain } from '../chain/connect-chain.ts'
import { findDeployment, requireDeployment } from '../chain/deployment-file.ts'
import { LaunchError } from '../cli/launch-error.ts'
import type { Supervisor } from '../process/supervisor.ts'
import type { LaunchConfig } from './launch-config.ts'
import { type ChainSetting, provideContracts } from './start-parts.ts'

type Followed = {
  config: LaunchConfig
  chain: ChainSetting
  restartApi: () => Promise<void>
}

const CHECK_EVERY_MS = 1_000
/** After a failed deployment. */
const RETRY_AFTER_MS = 5_000

/**
 * Watches a local chain that the developer runs and may restart: deploys the
 * contracts to the new chain and restarts the API, which knows one chain. The
 * indexer finds the new contracts by itself. Returns at once for other chains.
 *
 * @throws if the API can't be restarted
 */
export async function followChain(
  followed: Followed,
  supervisor: Supervisor,
): Promise<void> {
  const { config, chain } = followed
  const { chainId } = requireDeployment(chain.deploymentFile)
  if (!config.rpcUrl || chainId !== LOCAL_CHAIN) return
  const place = `The chain at ${describeSource(chain.rpcUrl)}`
  const { stopping } = supervisor
  let before: ChainState = 'same'
  while (!stopping.aborted) {
    await pause(CHECK_EVERY_MS, stopping)
    const now = await chainState(chain)
    if (now !== before && !(now === 'same' && before === 'renewed')) {
      console.log(`${place} ${CHANGES[now]}`)
    }
    if (now === 'renewed') await renew(followed, supervisor)
    before = now
  }
}

type ChainState = keyof typeof CHANGES

const CHANGES = {
  away: 'does not answer: deposits wait for it.',
  same: 'answers again.',
  renewed: 'was restarted; deploying its contracts again ...',
}

async function renew(
  { config, chain, restartApi }: Followed,
  supervisor: Supervisor,
): Promise<void> {
  const { stopping } = supervisor
  try {
    await provideContracts(chain.rpcUrl, config, supervisor)
  } catch (error) {
    if (stopping.aborted) return
    // It may be away again, which the next check reports.
    console.error(error instanceof LaunchError ? error.message : error)
    return pause(RETRY_AFTER_MS, stopping)
  }
  await restartApi().catch((error: unknown) => {
    if (!stopping.aborted) throw error
  })
  console.log(
    'The API was restarted, and the indexer follows: wallets are active again in seconds.',
  )
}

async function chainState({
  rpcUrl,
  deploymentFile,
}: ChainSetting): Promise<ChainState> {
  try {
    const chain = await connectChain(rpcUrl)
    return (await findDeployment(chain, deploymentFile)) ? 'same' : 'renewed'
  } catch {
    return 'away'
  }
}

async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  await sleep(delayMs, undefined, { signal }).catch(() => undefined)
}
