import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { betFaults, injectBetFault } from './chaos/bets/bet-faults.ts'
import { depositFaults } from './chaos/deposit-faults.ts'
import { faults, injectFault, type Series } from './chaos/faults.ts'
import { floodNames } from './chaos/floods/flood-names.ts'
import { injectFloods } from './chaos/floods/inject-floods.ts'
import { injectDepositFaults } from './chaos/inject-deposit-faults.ts'
import { injectPublicNodes } from './chaos/public-node/inject-public-nodes.ts'
import { PUBLIC_CASES } from './chaos/public-node/public-cases.ts'
import { LaunchError } from './cli/launch-error.ts'
import { type Measure, report } from './cli/measures.ts'
import { runCommand } from './cli/run-command.ts'

const USAGE =
  'npm run chaos -- [--seed <text>] [--times <at most so often each>] [--back-within <seconds>] [--only <fault>,<fault>] [--json]'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: randomUUID() },
    times: { type: 'string', default: '1000' },
    'back-within': { type: 'string', default: '10' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

const FAULTS = Object.keys(faults) as (keyof typeof faults)[]
const DEPOSIT_FAULTS = depositFaults()
const BET_FAULTS = Object.keys(betFaults) as (keyof typeof betFaults)[]
const FLOODS = floodNames()
const NAMES = [
  ...FAULTS,
  ...BET_FAULTS,
  ...FLOODS,
  ...DEPOSIT_FAULTS.map(({ name }) => name),
  ...PUBLIC_CASES.map(({ name }) => name),
]

const { seed, times, 'back-within': seconds } = values
const only = values.only?.split(',')
const backWithin = Number(seconds)

// npm run chaos: breaks things under load.
await runCommand(async () => {
  if (![times, seconds].every(isCount)) throw new LaunchError(USAGE)
  if (only?.some((name) => !NAMES.includes(name))) {
    throw new LaunchError(`${USAGE}\nFaults: ${NAMES.join(', ')}`)
  }
  console.log(`Seed: ${seed}`)
  const rows: Measure[] = []
  const families = [
    faultRows,
    betFaultRows,
    floodRows,
    depositFaultRows,
    publicRows,
  ]
  for (const family of families) {
    const found = await family()
    report(found, { json: false })
    rows.push(...found)
  }
  if (values.json) console.log(JSON.stringify({ rows }))
})

async function faultRows(): Promise<Measure[]> {
  const rows: Measure[] = []
  for (const name of FAULTS.filter(isAsked)) {
    const series = seriesOf(faults[name].times)
    console.log(`Injecting ${name}, ${series.times} times ...`)
    rows.push(...(await injectFault(name, series)))
  }
  return rows
}

async function betFaultRows(): Promise<Measure[]> {
  const rows: Measure[] = []
  for (const name of BET_FAULTS.filter(isAsked)) {
    const series = seriesOf(betFaults[name].times)
    console.log(`Injecting ${name}, ${series.times} times at each step ...`)
    rows.push(...(await injectBetFault(name, series)))
  }
  return rows
}

async function floodRows(): Promise<Measure[]> {
  const asked = FLOODS.filter(isAsked)
  return asked.length > 0 ? injectFloods(asked, { seed, backWithin }) : []
}

async function depositFaultRows(): Promise<Measure[]> {
  const asked = DEPOSIT_FAULTS.filter(({ name }) => isAsked(name))
  const series = asked.map((fault) => {
    return { fault, ...seriesOf(fault.times) }
  })
  return series.length > 0 ? injectDepositFaults(series) : []
}

async function publicRows(): Promise<Measure[]> {
  return injectPublicNodes(PUBLIC_CASES.filter(({ name }) => isAsked(name)))
}

function isAsked(name: string): boolean {
  return !only || only.includes(name)
}

function seriesOf(usual: number): Series {
  return { seed, times: Math.min(usual, Number(times)), backWithin }
}

function isCount(text: string): boolean {
  return /^[1-9]\d{0,3}$/.test(text)
}
