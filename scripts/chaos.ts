import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { API_FAULTS, injectApiFault } from './chaos/api-faults.ts'
import {
  injectLeaderFault,
  type LeaderFault,
} from './chaos/bets/leader-faults.ts'
import { RACES } from './chaos/bets/races.ts'
import { SPORTS } from './chaos/bets/sports.ts'
import { CLUSTER_FAULTS } from './chaos/cluster/cluster-faults.ts'
import { injectClusterFaults } from './chaos/cluster/inject-cluster-faults.ts'
import { DEPOSIT_FAULTS } from './chaos/deposits/deposit-faults.ts'
import { injectDepositFaults } from './chaos/deposits/inject-deposit-faults.ts'
import { FLOODS, injectFloods } from './chaos/floods/floods.ts'
import type { Series } from './chaos/judge.ts'
import {
  injectPublicNodes,
  PUBLIC_CASES,
} from './chaos/public-node/public-nodes.ts'
import { LaunchError } from './cli/launch-error.ts'
import { type Measure, report } from './cli/measures.ts'
import { runCommand } from './cli/run-command.ts'

const USAGE =
  'npm run chaos -- [--cluster] [--seed <text>] [--times <faults of each kind at most>] [--back-within <seconds>] [--only <fault>,<fault>] [--json]'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: randomUUID() },
    times: { type: 'string', default: '1000' },
    'back-within': { type: 'string', default: '10' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
  },
})

const { seed, times, 'back-within': seconds } = values
const only = values.only?.split(',')
const series: Series = {
  seed,
  times: Number(times),
  backWithin: Number(seconds),
}

/** Faults of the leading process at each step from bet to payout. */
const LEADER_FAULTS: LeaderFault[] = [
  { name: 'race_kill', times: 3, bets: RACES, strike: 'kill' },
  { name: 'race_freeze', times: 3, bets: RACES, strike: 'freeze' },
  { name: 'settlement_kill', times: 5, bets: SPORTS, strike: 'kill' },
]

type Choice = (name: string) => boolean

/** Names of faults, and a function that injects some of them. */
type Family = {
  names: string[]
  inject: (isChosen: Choice) => Promise<Measure[]>
}

const ON_ONE_SERVER: Family[] = [
  family(API_FAULTS, oneByOne(injectApiFault)),
  family(LEADER_FAULTS, oneByOne(injectLeaderFault)),
  family(FLOODS, injectFloods),
  family(DEPOSIT_FAULTS, injectDepositFaults),
  family(PUBLIC_CASES, injectPublicNodes),
]

/** With --cluster: faults of the programs of deploy/cluster. */
const ON_A_CLUSTER = [family(CLUSTER_FAULTS, injectClusterFaults)]

// npm run chaos: injects faults under load.
await runCommand(async () => {
  if (![times, seconds].every((text) => /^[1-9]\d{0,3}$/.test(text))) {
    throw new LaunchError(USAGE)
  }
  const families = values.cluster ? ON_A_CLUSTER : ON_ONE_SERVER
  const all = families.flatMap(({ names }) => names)
  if (only?.some((name) => !all.includes(name))) {
    throw new LaunchError(`${USAGE}\nFaults: ${all.join(', ')}`)
  }
  console.log(`Seed: ${seed}`)
  const isChosen = (name: string) => !only || only.includes(name)
  const rows: Measure[] = []
  for (const { names, inject } of families) {
    if (!names.some(isChosen)) continue
    const found = await inject(isChosen)
    report(found, { json: false })
    rows.push(...found)
  }
  if (values.json) console.log(JSON.stringify({ rows }))
})

/** Returns a family of faults that are injected by one call. */
function family<Fault extends { name: string }>(
  faults: readonly Fault[],
  inject: (faults: readonly Fault[], series: Series) => Promise<Measure[]>,
): Family {
  const chosen = (by: Choice) => faults.filter(({ name }) => by(name))
  return {
    names: faults.map(({ name }) => name),
    inject: (by) => inject(chosen(by), series),
  }
}

/** Injects faults one after the other, each into a product of its own. */
function oneByOne<Fault extends { name: string; times: number }>(
  inject: (fault: Fault, series: Series) => Promise<Measure[]>,
) {
  return async (faults: readonly Fault[], all: Series) => {
    const rows: Measure[] = []
    for (const fault of faults) {
      const times = Math.min(fault.times, all.times)
      console.log(`Injecting ${fault.name}, ${times} times ...`)
      rows.push(...(await inject(fault, { ...all, times })))
    }
    return rows
  }
}
