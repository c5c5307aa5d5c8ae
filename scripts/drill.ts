import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { report } from './cli/measures.ts'
import { runCommand } from './cli/run-command.ts'
import { drillRecovery } from './drill/recovery.ts'
import { onStage } from './product/stage.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: randomUUID() },
    json: { type: 'boolean', default: false },
  },
})

// npm run drill [-- --seed <text>] [--json]: destroys the database of a product
// under load, and restores it from its backups.
await runCommand(async () => {
  const { seed } = values
  console.log(`Seed: ${seed}`)
  report(await onStage((stage) => drillRecovery(stage, seed)), values)
})
