import type { Address } from 'viem'
import {
  type DepositConfig,
  depositConfigOf,
  depositEnvironment,
} from '../../api/src/deposit-config.ts'
import { productChain } from '../chain/product-chain.ts'
import { launchConfigOf } from '../lib/launch-config.ts'
import { LaunchError } from '../lib/launch-error.ts'

type SweepConfig = DepositConfig & { treasury: Address }

/** What the environment says of the chain and of where money goes on it. */
export function sweepConfig(): SweepConfig {
  const config = chainConfig()
  const treasury = config?.treasury
  if (config && treasury) return { ...config, treasury }
  throw new LaunchError(
    'Set TREASURY_ADDRESS, for this command and for the API, to the account that wallets are emptied to.',
  )
}

/** What the environment says of the chain. */
export function chainConfig(): DepositConfig | undefined {
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
