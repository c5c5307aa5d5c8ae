import type { Hex } from 'viem'
import { readDeployment } from '../../contracts/read-deployment.ts'
import { operatorKey } from '../chain/operator-key.ts'
import type { ProcessRunner } from '../process/managed-process.ts'
import { type LaunchConfig, PROJECT_ROOT } from './launch-config.ts'

/** A chain with our contracts, and all it takes to work with them. */
export type ChainSetting = {
  rpcUrl: string
  deploymentFile: string
  /** The house's own account there; without one nothing can be registered. */
  operatorKey: Hex | undefined
}

/** Sees to it that the contracts are on the chain, and says where. */
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
