import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '#core/assert.ts'
import { MINUTE_MS } from '#core/durations.ts'
import { runScript } from '#testing/process/run-script.ts'
import { CLUSTER_FAULTS } from '../chaos/cluster/cluster-faults.ts'
import type { Stage } from '../product/stage.ts'
import type { Payments } from './payments.ts'
import { type PilotSite, PROFILES } from './pilot-site.ts'
import type { Visits } from './visits.ts'

export type Pilot = {
  stage: Stage
  site: PilotSite
  visits: Visits
  payments: Payments
  minutes: number
}

/** Work of an operator. */
type Step = {
  /** Share of the time after which it begins. */
  at: number
  name: string
  run: (pilot: Pilot) => Promise<unknown>
  /** Alarms that it may raise. */
  alarms?: readonly string[]
}

/** A minute of an hour. */
const PAUSED_SHARE = 1 / 60
/** Five minutes of an hour. */
const AWAY_SHARE = 1 / 12
/** Alarms may last for as long after a step. */
const ALARMS_LAST_MS = 10 * MINUTE_MS

/** An hour's work, as docs/pilot.md lists it. */
const STEPS: Step[] = [
  { at: 0.05, name: 'doctor', run: runs('doctor.ts') },
  {
    at: 0.12,
    name: 'rolling restart',
    run: strikes('cluster_rolling_restart'),
  },
  { at: 0.22, name: 'API kill', run: strikes('cluster_api_kill') },
  {
    at: 0.32,
    name: 'indexer restart',
    // Its start can take longer than 100 blocks.
    alarms: ['indexer_behind'],
    run: ({ site: { indexer } }) => indexer.stop(),
  },
  {
    at: 0.4,
    name: 'sweep dry run',
    run: runs('operator.ts', 'sweep', '--dry-run'),
  },
  {
    at: 0.45,
    name: 'pause of deposits',
    async run(pilot) {
      await runs('operator.ts', 'pause', 'deposits', 'A rehearsal.')(pilot)
      await sleep(pilot.minutes * PAUSED_SHARE * MINUTE_MS)
      await runs('operator.ts', 'resume', 'deposits')(pilot)
    },
  },
  {
    at: 0.52,
    name: 'primary kill',
    // The indexer starts again, too.
    alarms: ['indexer_behind'],
    run: strikes('cluster_primary_kill'),
  },
  {
    at: 0.65,
    name: 'node away',
    // With one node left, a job fails whenever that one does.
    alarms: ['node_silent', 'job_failing'],
    async run({ site: { endpoints }, minutes }) {
      const [endpoint] = endpoints
      endpoint?.inject({ isDown: true })
      await sleep(minutes * AWAY_SHARE * MINUTE_MS)
      endpoint?.inject(PROFILES[0])
    },
  },
  { at: 0.85, name: 'ledger audit', run: runs('ledger-audit.ts') },
  { at: 0.9, name: 'overview', run: runs('operator.ts', 'overview') },
  { at: 0.95, name: 'doctor again', run: runs('doctor.ts') },
]

/** Does each step when it is due. */
export function startOperators(pilot: Pilot) {
  const failures: string[] = []
  const startedAt = performance.now()
  /** Expected alarms, until a time. The indexer has just started. */
  const expected = new Map([
    ['indexer_behind', startedAt + ALARMS_LAST_MS],
    ['node_limited', Number.POSITIVE_INFINITY],
  ])
  const work = async () => {
    for (const { alarms = [], at, name, run } of STEPS) {
      const dueAt = startedAt + at * pilot.minutes * MINUTE_MS
      await sleep(Math.max(dueAt - performance.now(), 0))
      const beganAt = performance.now()
      for (const code of alarms) expected.set(code, Number.POSITIVE_INFINITY)
      await run(pilot).catch((error: unknown) => {
        console.log(`  ${name}: ${String(error)}`)
        failures.push(name)
      })
      const endedAt = performance.now()
      for (const code of alarms) expected.set(code, endedAt + ALARMS_LAST_MS)
      const seconds = Math.round((endedAt - beganAt) / 1_000)
      console.log(`${new Date().toISOString()} ${name}, ${seconds} s`)
    }
  }
  return {
    failures,
    done: work(),
    expects: (code: string) => (expected.get(code) ?? 0) > performance.now(),
  }
}

function strikes(name: string): Step['run'] {
  return async ({ site: { cluster }, visits }) => {
    const fault = CLUSTER_FAULTS.find((one) => one.name === name)
    assert(fault !== undefined, 'the fault exists')
    await fault.strike(cluster, visits)
  }
}

/**
 * Runs a command with the API's environment; once more if it fails, since a read
 * may fail at both nodes.
 */
function runs(script: string, ...args: string[]): Step['run'] {
  return async ({ stage }) => {
    const env = { ...stage.env, DATA_DIR: stage.directory }
    const run = () => runScript(script, args, env)
    let ran = await run()
    if (ran.code !== 0) {
      console.log(`  ${script} failed: ${ran.stdout}${ran.stderr}`)
      ran = await run()
    }
    assert(ran.code === 0, `${script} succeeds`)
  }
}
