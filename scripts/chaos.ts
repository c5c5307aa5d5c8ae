import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { faults, sufferFault } from './chaos/faults.ts'
import { INDEXER_KILLS, sufferIndexerKills } from './chaos/indexer-kill.ts'
import { LaunchError } from './lib/launch-error.ts'
import { report } from './lib/measures.ts'
import { runCommand } from './lib/run-command.ts'

const USAGE =
  'npm run chaos -- [--seed <text>] [--times <at most so often each>] [--json]'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: randomUUID() },
    times: { type: 'string', default: '1000' },
    json: { type: 'boolean', default: false },
  },
})

// npm run chaos: breaks things under load.
await runCommand(async () => {
  const { seed } = values
  if (!/^[1-9]\d{0,3}$/.test(values.times)) throw new LaunchError(USAGE)
  const timesOf = (usual: number) => Math.min(usual, Number(values.times))
  console.log(`Seed: ${seed}`)
  const rows = []
  for (const name of Object.keys(faults) as (keyof typeof faults)[]) {
    const times = timesOf(faults[name].times)
    console.log(`Suffering ${name}, ${times} times ...`)
    rows.push(...(await sufferFault(name, { seed, times })))
  }
  const times = timesOf(INDEXER_KILLS)
  console.log(`Suffering indexer_kill, ${times} times ...`)
  rows.push(...(await sufferIndexerKills({ seed, times })))
  report(rows, values)
})
