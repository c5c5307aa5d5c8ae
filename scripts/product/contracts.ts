import type { Hex } from 'viem'
import { readDeployment } from '../../contracts/read-deployment.ts'
import { operatorKey } from '../chain/operator-key.ts'
import type { ProcessRunner } from '../process/managed-process.ts'
import { type LaunchConfig, PROJECT_ROOT } from './launch-config.ts'

/** A chain with our contracts. */
export type ChainSetting = {
  rpcUrl: string
  deploymentFile: string
  /** Registers wallets; without it none can be registered. */
  operatorKey: Hex | undefined
}

/** Deploys the contracts that the chain lacks. */
export async function provideContracts(
  rpcUrl: string,
  { deploymentFile }: LaunchConfig,
  runner: ProcessRunner,
): Promise<ChainSetting> {
  await runner.run({
    name: 'deploy',
    command: process.execPath,
    args: ['scripts/deploy.ts'],
    cwd: PROJECT_ROOT,
    env: { RPC_URL: rpcUrl, DEPLOYMENT_FILE: deploymentFile },
    stopSignal: 'SIGTERM',
    stopWithinMs: 2000,
  })
  const { chainId } = readDeployment(deploymentFile)
  console.log(`Contracts in ${deploymentFile}`)
  return {
    rpcUrl,
    deploymentFile,
    operatorKey: operatorKey(chainId, process.env),
  }
}
