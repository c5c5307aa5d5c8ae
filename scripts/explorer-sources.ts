import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { artifacts, tasks } from 'hardhat'
import * as z from 'zod'
import { LaunchError } from './cli/launch-error.ts'
import { runCommand } from './cli/run-command.ts'
import { PROJECT_ROOT } from './product/launch-config.ts'

const CONTRACTS = ['DepositRegistry', 'FairnessAnchor', 'TestToken']
const FOLDER = join(PROJECT_ROOT, 'artifacts', 'explorer')

const buildInfo = z.object({
  solcLongVersion: z.string(),
  input: z.object({ sources: z.record(z.string(), z.unknown()) }).loose(),
})

// npm run explorer:sources: writes the standard JSON input by which block
// explorers verify our contracts.
await runCommand(async () => {
  await tasks.getTask('build').run({ quiet: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const contract of CONTRACTS) {
    const { solcLongVersion, input } = await readInput(contract)
    const file = join(FOLDER, `${contract}.json`)
    writeFileSync(file, JSON.stringify(input, null, 2))
    console.log(`${contract}: compiler v${solcLongVersion}, ${file}`)
  }
})

async function readInput(contract: string) {
  const id = await artifacts.getBuildInfoId(contract)
  const path = id && (await artifacts.getBuildInfoPath(id))
  if (!path) throw new LaunchError(`${contract} was not built.`)
  return buildInfo.parse(JSON.parse(readFileSync(path, 'utf8')))
}
