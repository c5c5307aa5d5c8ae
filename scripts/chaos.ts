import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { betFaults } from './chaos/bets/bet-faults.ts'
import {
  depositFaults,
  injectDepositFaults,
} from './chaos/deposits/inject-deposit-faults.ts'
import { FLOODS } from './chaos/floods/attacks.ts'
import { injectFloods } from './chaos/floods/inject-floods.ts'
import { faults, injectFault, type Series } from './chaos/inject-faults.ts'
import { injectPublicNodes } from './chaos/public-node/inject-public-nodes.ts'
import { PUBLIC_CASES } from './chaos/public-node/public-cases.ts'
import { LaunchError } from './cli/launch-error.ts'
import { type Measure, report } from './cli/measures.ts'
import { runCommand } from './cli/run-command.ts'

const USAGE =
  'npm run chaos -- [--seed <text>] [--times <faults of each kind at most>] [--back-within <seconds>] [--only <fault>,<fault>] [--json]'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: randomUUID() },
    times: { type: 'string', default: '1000' },
    'back-within': { type: 'string', default: '10' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

const { seed, times, 'back-within': seconds } = values
const only = values.only?.split(',')
const backWithin = Number(seconds)

/** Families of faults by name, each with how to inject some of them. */
const FAMILIES: readonly Family[] = [
  each(faults, injectFault),
  each(betFaults, (name, series) => betFaults[name].inject(series)),
  {
    names: FLOODS,
    inject: (names) => injectFloods(pick(FLOODS, names), { seed, backWithin }),
  },
  {
    names: depositFaults().map(({ name }) => name),
    inject: (names) =>
      injectDepositFaults(
        depositFaults()
          .filter(({ name }) => names.includes(name))
          .map((fault) => ({ fault, ...seriesOf(fault.times) })),
      ),
  },
  {
    names: PUBLIC_CASES.map(({ name }) => name),
    inject: (names) =>
      injectPublicNodes(
        PUBLIC_CASES.filter(({ name }) => names.includes(name)),
      ),
  },
]

type Family = {
  names: readonly string[]
  inject: (names: readonly string[]) => Promise<Measure[]>
}

// npm run chaos: injects faults under load.
await runCommand(async () => {
  if (![times, seconds].every(isCount)) throw new LaunchError(USAGE)
  const all = FAMILIES.flatMap(({ names }) => names)
  if (only?.some((name) => !all.includes(name))) {
    throw new LaunchError(`${USAGE}\nFaults: ${all.join(', ')}`)
  }
  console.log(`Seed: ${seed}`)
  const rows: Measure[] = []
  for (const { names, inject } of FAMILIES) {
    const chosen = names.filter((name) => !only || only.includes(name))
    if (chosen.length === 0) continue
    const found = await inject(chosen)
    report(found, { json: false })
    rows.push(...found)
  }
  if (values.json) console.log(JSON.stringify({ rows }))
})

/** Returns a family whose faults are injected one by one. */
function each<Name extends string>(
  family: Record<Name, { times: number }>,
  inject: (name: Name, series: Series) => Promise<Measure[]>,
): Family {
  const known = Object.keys(family) as Name[]
  return {
    names: known,
    async inject(names) {
      const rows: Measure[] = []
      for (const name of pick(known, names)) {
        const series = seriesOf(family[name].times)
        console.log(`Injecting ${name}, ${series.times} times ...`)
        rows.push(...(await inject(name, series)))
      }
      return rows
    },
  }
}

function pick<Name extends string>(
  known: readonly Name[],
  names: readonly string[],
): Name[] {
  return known.filter((name) => names.includes(name))
}

function seriesOf(usual: number): Series {
  return { seed, times: Math.min(usual, Number(times)), backWithin }
}

function isCount(text: string): boolean {
  return /^[1-9]\d{0,3}$/.test(text)
}
