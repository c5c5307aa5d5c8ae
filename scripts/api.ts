import { existsSync } from 'node:fs'
import { requireDeployment } from './chain/deployment-file.ts'
import { chainEnvironment } from './chain/environment.ts'
import { operatorKey } from './chain/operator-key.ts'
import { runningProduct } from './lib/product-database.ts'
import { runCommand } from './lib/run-command.ts'

// npm run api: the API alone, over the database and the contracts that run
// already. Without contracts it takes no deposits.
await runCommand(async () => {
  const env = runningProduct()
  Object.assign(process.env, env, chainVariables(env))
  await import('../api/src/main.ts')
})

function chainVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { rpcUrl, deploymentFile } = chainEnvironment(env)
  if (!existsSync(deploymentFile)) return {}
  const { chainId } = requireDeployment(deploymentFile)
  const key = operatorKey(chainId, env)
  return {
    RPC_URL: env.RPC_URL || rpcUrl,
    DEPLOYMENT_FILE: deploymentFile,
    ...(key && { OPERATOR_PRIVATE_KEY: key }),
  }
}
