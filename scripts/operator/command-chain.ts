import {
  type DepositConfig,
  depositConfigOf,
  depositEnvironment,
} from '../../api/src/deposit-config.ts'
import { openDepositChain } from '../../api/src/platform/chain/deposit-chain.ts'
import { knownInstanceId } from '../../api/src/platform/chain/nodes/chain-instance.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { makeMetrics } from '../../api/src/platform/metrics.ts'
import { productChain } from '../chain/chain-settings.ts'
import { requireDeployment } from '../chain/deployment-file.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { launchConfigOf } from '../product/launch-config.ts'

/** Connects to the product's chain. @throws LaunchError */
export async function commandChain(db: Database) {
  const deposits = chainConfig()
  if (!deposits) throw notConnected()
  const deployment = requireDeployment(deposits.deploymentFile)
  if ((await knownInstanceId(db, deployment)) === undefined) {
    throw new LaunchError('No house has been open on this chain yet.')
  }
  const log = makeLogger('silent')
  const platform = { clock: systemClock, db, log, metrics: makeMetrics() }
  const chain = await openDepositChain(platform, { deposits })
  if (!chain) throw notConnected()
  return { chain, platform }
}

/** Reads the chain's settings from the environment. */
function chainConfig(): DepositConfig | undefined {
  const launch = launchConfigOf(process.env)
  const parsed = depositEnvironment.safeParse({
    ...process.env,
    RPC_URL: launch.rpcUrl ?? productChain(launch),
    DEPLOYMENT_FILE: launch.deploymentFile,
  })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new LaunchError(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  return depositConfigOf(parsed.data)
}

function notConnected(): LaunchError {
  return new LaunchError('This house is not connected to a chain.')
}
