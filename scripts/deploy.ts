import { chainEnvironment, noteProductChain } from './chain/chain-settings.ts'
import { deployContracts } from './chain/deploy-contracts.ts'
import { runCommand } from './cli/run-command.ts'
import { loadSettings } from './product/launch-config.ts'

// npm run deploy: deploys the contracts that the chain lacks.
await runCommand(async () => {
  loadSettings()
  const { env } = process
  const { rpcUrl, deploymentFile: file } = chainEnvironment(env)
  const deployment = await deployContracts({ rpcUrl, file, env })
  noteProductChain({ deploymentFile: file }, rpcUrl)
  console.log(JSON.stringify(deployment, null, 2))
  console.log(`Written to ${file}`)
})
