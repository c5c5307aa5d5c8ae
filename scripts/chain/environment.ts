import { resolve } from 'node:path'
import { PROJECT_ROOT } from '../lib/launch-config.ts'

type ChainEnvironment = { rpcUrl: string; deploymentFile: string }

/** Which chain, and where its contracts are described. */
export function chainEnvironment(env: NodeJS.ProcessEnv): ChainEnvironment {
  const file =
    env.DEPLOYMENT_FILE ?? `${env.DATA_DIR ?? '.data'}/deployment.json`
  return {
    rpcUrl: env.RPC_URL ?? 'http://127.0.0.1:8545',
    deploymentFile: resolve(PROJECT_ROOT, file),
  }
}
