// Deploys the contracts to the chain at RPC_URL, unless they are there already.
import { deployContracts } from './chain/deploy-contracts.ts'
import { chainEnvironment } from './chain/environment.ts'
import { LaunchError } from './lib/launch-error.ts'

try {
  const { rpcUrl, deploymentFile } = chainEnvironment(process.env)
  const env = process.env
  const deployment = await deployContracts({
    rpcUrl,
    file: deploymentFile,
    env,
  })
  console.log(JSON.stringify(deployment, null, 2))
  console.log(`Written to ${deploymentFile}`)
} catch (error) {
  process.exitCode = 1
  console.error(error instanceof LaunchError ? error.message : error)
}
