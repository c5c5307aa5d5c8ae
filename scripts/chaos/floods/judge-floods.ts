import { readFileSync } from 'node:fs'
import {
  asItIs,
  atLeast,
  atMost,
  type Measure,
  none,
  percentile,
  rounded,
} from '../../cli/measures.ts'
import { HttpClient } from '../../load/http-client.ts'
import { openDescriptors } from '../../process/system-processes.ts'
import { waitUntil } from '../../process/wait-until.ts'
import type { StageProcess } from '../../product/stage.ts'
import { brokenPromises, violations } from '../judge.ts'
import type { Tally } from './attack.ts'
import {
  type FloodName,
  LOGINS,
  RIGHT_LOGIN,
  wrongRequests,
} from './attacks.ts'
import {
  type Bystanders,
  KINDS,
  type Kind,
  type Timings,
} from './bystanders.ts'

/** Of the usual duration, unless both are short. */
const TIMES_QUIET = 3
/**
 * Always allowed, per second that service may be away: 250 ms for 10 s. Requests
 * wait that long on two cores that also run the attacker, players and PostgreSQL.
 */
const UNNOTICED_MS_PER_SECOND = 25

export type FloodOutcome = {
  bystanders: Bystanders
  quiet: Timings
  flooded: Timings
  databaseUrl: string
  backWithin: number
}

/** Judges whether others noticed the flood, and whether anything was lost. */
export async function judgeFlood(
  flood: string,
  outcome: FloodOutcome,
): Promise<Measure[]> {
  const { bystanders, databaseUrl } = outcome
  const { players, refusals } = bystanders
  const { acknowledged, surprises, repeatedTries } = players
  for (const text of new Set([...surprises, ...refusals])) {
    console.log(`  ${text}`)
  }
  return [
    ...KINDS.flatMap((kind) => delays(`${flood}_${kind}`, kind, outcome)),
    none(`${flood}_refusals`, refusals.length + repeatedTries),
    none(
      `${flood}_broken_promises`,
      await brokenPromises(databaseUrl, acknowledged),
    ),
    none(`${flood}_audit_violations`, await violations(databaseUrl)),
    none(`${flood}_surprises`, surprises.length),
    atLeast(1, {
      name: `${flood}_bets_answered`,
      value: acknowledged.length,
      unit: 'bets',
    }),
  ]
}

function delays(
  name: string,
  kind: Kind,
  { quiet, flooded, backWithin }: FloodOutcome,
): Measure[] {
  const usual = p99Of(`${name}_quiet`, quiet[kind])
  const bar = Math.max(
    TIMES_QUIET * usual.value,
    UNNOTICED_MS_PER_SECOND * backWithin,
  )
  return [asItIs(usual), atMost(rounded(bar), p99Of(name, flooded[kind]))]
}

function p99Of(name: string, durationsMs: readonly number[]) {
  const median = rounded(percentile(durationsMs, 50))
  const unit = `ms p99 (p50 ${median}, of ${durationsMs.length})`
  return { name, value: rounded(percentile(durationsMs, 99)), unit }
}

const ANSWER_WITHIN_MS = 60_000
const ANSWER_KB_MAX = 4
/** Connection pools may grow. */
const MORE_DESCRIPTORS_MAX = 50

/** The API after a flood, while the attacker's connections are open. */
export type Flooded = {
  api: StageProcess
  cookie: string
  tally: Tally
  descriptorsBefore: number
  backWithin: number
}

/** Rows of single floods. */
export const claims: Partial<
  Record<FloodName, (flooded: Flooded) => Promise<Measure[]>>
> = {
  flood_errors: async ({ api, cookie }) => [
    atMost(ANSWER_KB_MAX, {
      name: 'flood_errors_largest_answer',
      value: rounded((await largestAnswer(api.url, cookie)) / 1_000),
      unit: 'kB',
    }),
  ],
  flood_upgrades: async (flooded) => [
    atMost(MORE_DESCRIPTORS_MAX, {
      name: 'flood_upgrades_descriptors_left',
      value: await descriptorsLeft(flooded),
      unit: 'more than before',
    }),
  ],
  flood_registrations: async ({ tally }) => [
    none(
      'flood_registrations_logins_refused',
      LOGINS - (tally[RIGHT_LOGIN] ?? 0),
      `of ${LOGINS}`,
    ),
  ],
}

async function largestAnswer(url: string, cookie: string): Promise<number> {
  const client = new HttpClient({ keepAlive: false })
  const sizes: number[] = []
  for (const { path, ...request } of wrongRequests(cookie)) {
    const headers = { ...request.headers, 'content-type': 'application/json' }
    const message = { ...request, headers, withinMs: ANSWER_WITHIN_MS }
    const { text } = await client.send(`${url}${path}`, message)
    sizes.push(Buffer.byteLength(text))
  }
  return Math.max(...sizes)
}

/** Waits for the attacker's connections to be closed. */
async function descriptorsLeft(flooded: Flooded): Promise<number> {
  const { api, descriptorsBefore, backWithin } = flooded
  const more = () => openDescriptors(api.process.pid) - descriptorsBefore
  await waitUntil(() => more() <= MORE_DESCRIPTORS_MAX, backWithin * 1_000)
  return more()
}

const STOP_SECONDS_MAX = 10

/** Stops the API by SIGTERM while clients are connected. */
export async function stopRows(
  flood: string,
  { process: api }: StageProcess,
): Promise<Measure[]> {
  const startedAt = performance.now()
  await api.stop()
  const seconds = (performance.now() - startedAt) / 1_000
  const hasStopped = readFileSync(api.logFile, 'utf8').includes('"api.stopped"')
  return [
    atMost(STOP_SECONDS_MAX, {
      name: `${flood}_stopped_within`,
      value: rounded(seconds),
      unit: 's',
    }),
    none(`${flood}_stopped_by_force`, hasStopped ? 0 : 1),
  ]
}
