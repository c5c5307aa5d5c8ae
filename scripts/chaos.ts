import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { faults, sufferFault } from './chaos/faults.ts'
import { INDEXER_KILLS, sufferIndexerKills } from './chaos/indexer-kill.ts'
import { report } from './lib/measures.ts'
import { runCommand } from './lib/run-command.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: randomUUID() },
    json: { type: 'boolean', default: false },
  },
})

// npm run chaos [-- --seed <text> --json]: breaks things under load.
await runCommand(async () => {
  console.log(`Seed: ${values.seed}`)
  const rows = []
  for (const name of Object.keys(faults) as (keyof typeof faults)[]) {
    console.log(`Suffering ${name}, ${faults[name].times} times ...`)
    rows.push(...(await sufferFault(name, values.seed)))
  }
  console.log(`Suffering indexer_kill, ${INDEXER_KILLS} times ...`)
  rows.push(...(await sufferIndexerKills(values.seed)))
  report(rows, values)
})
