import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { enrollPlayers } from '../../bench/players.ts'
import { type Measure, none } from '../../cli/measures.ts'
import { Bettors, type Play } from '../../load/bettors.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { onStage, type Stage, type StageProcess } from '../../product/stage.ts'
import { kill } from '../api-faults.ts'
import type { Release } from '../held-row.ts'
import { countRows, judgeBets, measureOutage, type Series } from '../judge.ts'
import { createJournal, SETTLED_TWICE } from './journal.ts'

/** Bets that one process settles, the leader of a lease. */
export type LedBets = {
  lease: 'races' | 'sports'
  players: number
  /** Query of stored bets, as for `judgeBets`. */
  stored: string
  prepare: (stage: Stage) => Promise<unknown>
  playOn: (urls: readonly string[]) => Play
  /**
   * Moments to strike. Each waits for its own, and returns how to release a row
   * that keeps the bets in it until the strike.
   */
  moments: readonly ((
    database: Pool,
    random: () => number,
  ) => Promise<Release | undefined>)[]
  /** Waits until all bets are settled. @returns rows beyond those of all bets */
  judge: (
    name: string,
    database: Pool,
    accepted: readonly unknown[],
  ) => Promise<Measure[]>
}

/** A fault of the leader at each step from bet to payout. */
export type LeaderFault = {
  name: string
  times: number
  bets: LedBets
  strike: 'kill' | 'freeze'
}

const PROCESSES = 3
const LEADS_WITHIN_MS = 60_000
/** Longest sleep of a frozen process while another one leads. */
const SLEEPS_ON_MS = 3_000

/** Breaks the leader at each moment, while players bet. */
export function injectLeaderFault(
  { name, bets, strike }: LeaderFault,
  { backWithin, seed, times }: Series,
): Promise<Measure[]> {
  return onStage(async (stage) => {
    const { database } = stage
    // Logs which leases a process has.
    stage.env = { ...stage.env, LOG_LEVEL: 'info' }
    const random = seededRandom(`${seed}:${name}`)
    const cookies = await enrollPlayers(stage.env, bets.players)
    await bets.prepare(stage)
    await createJournal(database)
    const starts = Array.from({ length: PROCESSES }, () => stage.startApi())
    const processes = await Promise.all(starts)
    const urls = processes.map(({ url }) => url)
    const lease: Lease = { name: bets.lease, database, processes }
    const play = bets.playOn(urls)
    const bettors = new Bettors({ urls, random, play, areOnEvents: true })
    bettors.start(cookies)
    const restarts: Promise<void>[] = []
    const takenOverMs: number[] = []
    let staleLeaders = 0
    for (const moment of Array.from(
      { length: times },
      () => bets.moments,
    ).flat()) {
      // Two processes are enough.
      await Promise.all(restarts.slice(0, -1))
      const release = await moment(database, random)
      const term = await presentTerm(lease)
      const { leader } = term
      if (strike === 'kill') await kill(leader)
      else process.kill(leader.process.pid, 'SIGSTOP')
      await release?.()
      takenOverMs.push(await waitForTakeover(lease, term))
      if (strike === 'kill') {
        const restarted = stage.startApi(Number(new URL(leader.url).port))
        restarts.push(
          restarted.then((it) => {
            processes[processes.indexOf(leader)] = it
          }),
        )
        // Reported when awaited.
        restarts.at(-1)?.catch(() => undefined)
      } else {
        await sleep(random() * SLEEPS_ON_MS)
        process.kill(leader.process.pid, 'SIGCONT')
        if (!(await hasLostTerm(lease, term))) staleLeaders += 1
      }
    }
    // Before the next bets open, whose end the judge would wait for.
    await bettors.stop()
    await Promise.all(restarts)
    return [
      ...(await judgeLedBets(name, { bets, database, bettors })),
      none(`${name}_stale_leaders`, staleLeaders),
      measureOutage(`${name}_taken_over_within`, takenOverMs, backWithin / 2),
    ]
  })
}

/** Checks that accepted bets are stored and settled, each once. */
export async function judgeLedBets(
  name: string,
  on: {
    bets: Pick<LedBets, 'judge' | 'stored'>
    database: Pool
    bettors: Pick<Bettors, 'accepted' | 'surprises'>
  },
): Promise<Measure[]> {
  const { bets, database, bettors } = on
  const { judge, stored } = bets
  const { accepted } = bettors
  const count = (query: string) =>
    countRows(database, `SELECT count(*) FROM (${query}) AS bets`)
  return [
    ...(await judge(name, database, accepted)),
    none(`${name}_orphaned_bets`, (await count(stored)) - accepted.length),
    none(`${name}_bets_settled_twice`, await count(SETTLED_TWICE)),
    ...(await judgeBets(name, database, bettors, stored)),
  ]
}

type Lease = {
  name: LedBets['lease']
  database: Pool
  processes: readonly StageProcess[]
}

type Term = { epoch: number; leader: StageProcess }

/** Returns the current term; waits for a leader. */
async function presentTerm(lease: Lease): Promise<Term> {
  const found: Term[] = []
  const isLed = async () => {
    const epoch = await readEpoch(lease)
    const acquired = `${toEntry(lease, epoch)},"msg":"lease.acquired"`
    const leader = lease.processes.find((it) => getLog(it).includes(acquired))
    if (leader) found.push({ epoch, leader })
    return leader !== undefined
  }
  await waitUntil(isLed, LEADS_WITHIN_MS)
  const [term] = found
  if (!term) throw new Error(`no process leads ${lease.name}`)
  return term
}

/** Waits for the next term. @returns the duration in milliseconds */
async function waitForTakeover(lease: Lease, { epoch }: Term): Promise<number> {
  const endedAt = performance.now()
  const isNext = async () => (await readEpoch(lease)) > epoch
  await waitUntil(isNext, LEADS_WITHIN_MS)
  return performance.now() - endedAt
}

/** Waits until the former leader notices that its term is over. */
function hasLostTerm(lease: Lease, { epoch, leader }: Term): Promise<boolean> {
  const signs = [
    `${toEntry(lease, epoch)},"msg":"lease.lost"`,
    `Term ${epoch} of ${lease.name} is over`,
  ]
  const isNoticed = () => signs.some((sign) => getLog(leader).includes(sign))
  return waitUntil(isNoticed, LEADS_WITHIN_MS)
}

function toEntry({ name }: Lease, epoch: number): string {
  return `"lease":"${name}","epoch":${epoch}`
}

function getLog({ process: { logFile } }: StageProcess): string {
  return readFileSync(logFile, 'utf8')
}

function readEpoch({ database, name }: Lease): Promise<number> {
  return countRows(
    database,
    `SELECT coalesce(max(epoch), 0) AS count FROM leases
     WHERE name = $1 AND expires_at > clock_timestamp()`,
    [name],
  )
}
