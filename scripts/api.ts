import { existsSync } from 'node:fs'
import { chainEnvironment } from './chain/chain-settings.ts'
import { requireDeployment } from './chain/deployment-file.ts'
import { operatorKey } from './chain/operator-key.ts'
import { runCommand } from './cli/run-command.ts'
import { toLaunchConfig } from './product/launch-config.ts'
import { runningProduct } from './product/product-database.ts'

// npm run api: the API alone, on a running database and deployed contracts.
// Takes no deposits without contracts.
await runCommand(async () => {
  const { env } = process
  Object.assign(env, runningProduct())
  env.HIGH_WATER_FILE ??= toLaunchConfig(env).highWaterFile
  const { rpcUrl, deploymentFile } = chainEnvironment(env)
  if (existsSync(deploymentFile)) {
    const { chainId } = requireDeployment(deploymentFile)
    const key = operatorKey(chainId, env)
    env.RPC_URL ??= rpcUrl
    env.DEPLOYMENT_FILE = deploymentFile
    if (key) env.OPERATOR_PRIVATE_KEY = key
  } else {
    delete env.RPC_URL
  }
  await import('../api/src/main.ts')
})
