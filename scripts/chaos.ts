import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { depositFaults } from './chaos/deposit-faults.ts'
import { faults, sufferFault } from './chaos/faults.ts'
import { sufferDepositFaults } from './chaos/suffer-deposit-faults.ts'
import { LaunchError } from './lib/launch-error.ts'
import { report } from './lib/measures.ts'
import { runCommand } from './lib/run-command.ts'

const USAGE =
  'npm run chaos -- [--seed <text>] [--times <at most so often each>] [--back-within <seconds>] [--only <fault>] [--json]'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: randomUUID() },
    times: { type: 'string', default: '1000' },
    'back-within': { type: 'string', default: '10' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

// npm run chaos: breaks things under load.
await runCommand(async () => {
  const { seed, only, times, 'back-within': seconds } = values
  const deposits = depositFaults()
  const names = [...Object.keys(faults), ...deposits.map(({ name }) => name)]
  if (![times, seconds].every(isCount)) throw new LaunchError(USAGE)
  if (only && !names.includes(only)) {
    throw new LaunchError(`${USAGE}\nFaults: ${names.join(', ')}`)
  }
  const isAsked = (name: string) => !only || name === only
  const seriesOf = (usual: number) => ({
    seed,
    times: Math.min(usual, Number(times)),
    backWithin: Number(seconds),
  })
  console.log(`Seed: ${seed}`)
  const rows = []
  for (const name of Object.keys(faults) as (keyof typeof faults)[]) {
    if (!isAsked(name)) continue
    const series = seriesOf(faults[name].times)
    console.log(`Suffering ${name}, ${series.times} times ...`)
    rows.push(...(await sufferFault(name, series)))
  }
  const asked = deposits.filter(({ name }) => isAsked(name))
  if (asked.length > 0) {
    const series = asked.map((fault) => {
      return { fault, ...seriesOf(fault.times) }
    })
    rows.push(...(await sufferDepositFaults(series)))
  }
  report(rows, values)
})

function isCount(text: string): boolean {
  return /^[1-9]\d{0,3}$/.test(text)
}
