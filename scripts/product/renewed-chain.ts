import { setTimeout as sleep } from 'node:timers/promises'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import { connectChain } from '../chain/connect-chain.ts'
import { deploymentOn, requireDeployment } from '../chain/deployment-file.ts'
import { reachedAt } from '../chain/reached-at.ts'
import { LaunchError } from '../cli/launch-error.ts'
import type { Supervisor } from '../process/supervisor.ts'
import { type ChainSetting, provideContracts } from './deployment.ts'
import type { LaunchConfig } from './launch-config.ts'

type Followed = {
  config: LaunchConfig
  chain: ChainSetting
  restartApi: () => Promise<void>
}

type Sight = 'same' | 'renewed' | 'away'

const LOOK_EVERY_MS = 1_000
/** After a deployment that failed. */
const AGAIN_AFTER_MS = 5_000

/**
 * Follows a local chain that somebody else runs, and may start anew at any
 * time: its contracts are deployed again then, and the API, which knows one
 * chain only, is started again. The indexer finds the new contracts by itself.
 * Ends when all parts are to stop, or at once where no chain can be renewed.
 *
 * @throws when the API can not be started again.
 */
export async function followChain(
  followed: Followed,
  supervisor: Supervisor,
): Promise<void> {
  const { config, chain } = followed
  const { chainId } = requireDeployment(chain.deploymentFile)
  if (!config.rpcUrl || chainId !== LOCAL_CHAIN) return
  const { stopping } = supervisor
  let before: Sight = 'same'
  while (!stopping.aborted) {
    await pause(LOOK_EVERY_MS, stopping)
    const now = await sight(chain)
    tell({ before, now, place: reachedAt(chain.rpcUrl) })
    if (now === 'renewed') await renew(followed, supervisor)
    before = now
  }
}

type Change = { before: Sight; now: Sight; place: string }

function tell({ before, now, place }: Change): void {
  if (now === before) return
  if (now === 'away') {
    console.log(`The chain at ${place} does not answer: deposits wait for it.`)
  } else if (now === 'same' && before === 'away') {
    console.log(`The chain at ${place} answers again.`)
  } else if (now === 'renewed') {
    console.log(
      `The chain at ${place} was started anew: its contracts are deployed again ...`,
    )
  }
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
    // It may be away again, which the next look tells.
    console.error(error instanceof LaunchError ? error.message : error)
    return pause(AGAIN_AFTER_MS, stopping)
  }
  await restartApi().catch((error: unknown) => {
    if (!stopping.aborted) throw error
  })
  console.log(
    'The API was started again, and the indexer follows: wallets are active again in seconds.',
  )
}

async function sight({ rpcUrl, deploymentFile }: ChainSetting): Promise<Sight> {
  try {
    const chain = await connectChain(rpcUrl)
    return (await deploymentOn(chain, deploymentFile)) ? 'same' : 'renewed'
  } catch {
    return 'away'
  }
}

async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  await sleep(delayMs, undefined, { signal }).catch(() => undefined)
}
