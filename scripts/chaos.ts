import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { depositFaults } from './chaos/deposit-faults.ts'
import { faults, sufferFault } from './chaos/faults.ts'
import { sufferDepositFaults } from './chaos/suffer-deposit-faults.ts'
import { LaunchError } from './lib/launch-error.ts'
import { report } from './lib/measures.ts'
import { runCommand } from './lib/run-command.ts'

const USAGE =
  'npm run chaos -- [--seed <text>] [--times <at most so often each>] [--only <fault>] [--json]'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: randomUUID() },
    times: { type: 'string', default: '1000' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

// npm run chaos: breaks things under load.
await runCommand(async () => {
  const { seed, only } = values
  const deposits = depositFaults()
  const names = [...Object.keys(faults), ...deposits.map(({ name }) => name)]
  if (!/^[1-9]\d{0,3}$/.test(values.times)) throw new LaunchError(USAGE)
  if (only && !names.includes(only)) {
    throw new LaunchError(`${USAGE}\nFaults: ${names.join(', ')}`)
  }
  const isAsked = (name: string) => !only || name === only
  const timesOf = (usual: number) => Math.min(usual, Number(values.times))
  console.log(`Seed: ${seed}`)
  const rows = []
  for (const name of Object.keys(faults) as (keyof typeof faults)[]) {
    if (!isAsked(name)) continue
    const times = timesOf(faults[name].times)
    console.log(`Suffering ${name}, ${times} times ...`)
    rows.push(...(await sufferFault(name, { seed, times })))
  }
  const asked = deposits.filter(({ name }) => isAsked(name))
  if (asked.length > 0) {
    const series = asked.map((fault) => {
      return { fault, seed, times: timesOf(fault.times) }
    })
    rows.push(...(await sufferDepositFaults(series)))
  }
  report(rows, values)
})
