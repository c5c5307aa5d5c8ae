import { deployContracts } from './chain/deploy-contracts.ts'
import { chainEnvironment } from './chain/environment.ts'
import { runCommand } from './lib/run-command.ts'

// Deploys the contracts to the chain at RPC_URL, unless they are there already.
await runCommand(async () => {
  const { env } = process
  const { rpcUrl, deploymentFile: file } = chainEnvironment(env)
  const deployment = await deployContracts({ rpcUrl, file, env })
  console.log(JSON.stringify(deployment, null, 2))
  console.log(`Written to ${file}`)
})
