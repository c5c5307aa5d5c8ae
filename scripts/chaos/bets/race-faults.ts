import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { enrollPlayers } from '../../bench/players.ts'
import type { Measure } from '../../cli/measures.ts'
import { startContracts } from '../../deposit/deposit-site.ts'
import { onStage, type Stage } from '../../product/stage.ts'
import { type HeldRow, holdRow } from '../held-row.ts'
import type { Series } from '../inject-faults.ts'
import { Bettors } from './bettors.ts'
import { createJournal } from './journal.ts'
import { judgeRaces } from './judge-bets.ts'
import { LeasedProcesses } from './leases.ts'

const PLAYERS = 24
const PROCESSES = 3
const HORSES = 4
/** Small, so that the bankroll covers all bets. */
const STAKE_MAX = 5

/** Breaks the races' leader in each phase of a race, while players bet. */
export async function injectRaceFault(
  name: RaceFaultName,
  { backWithin, seed, times }: Series,
): Promise<Measure[]> {
  const rows: Measure[] = []
  await onStage(async (stage) => {
    const random = seededRandom(`${seed}:${name}`)
    const site = await openRaceSite(stage)
    const { cookies, database, urls } = site
    try {
      const bettors = new Bettors({ urls, random, nextBet: raceBets(random) })
      bettors.start(cookies)
      const struck: Struck[] = []
      for (let race = 0; race < times; race += 1) {
        for (const phase of RACE_PHASES) {
          const held = await untilPhase(database, phase)
          const scene = { processes: site.processes, held, random }
          struck.push(await raceFaults[name](scene))
        }
      }
      // Before the next race opens, whose end the judge would wait for.
      await bettors.stop()
      await site.processes.untilRestarted()
      const databaseUrl = stage.env.DATABASE_URL
      const leadsWithin = backWithin / 2
      const takenOverMs = struck.map((one) => one.takenOverMs)
      const stale = struck.filter(({ isStale }) => isStale).length
      const stored = { database, databaseUrl, bettors }
      const outcome = { ...stored, takenOverMs, leadsWithin, stale }
      rows.push(...(await judgeRaces(name, outcome)))
    } finally {
      await database.end()
    }
  })
  return rows
}

async function openRaceSite(stage: Stage) {
  // Logs which leases a process has.
  stage.env = { ...stage.env, LOG_LEVEL: 'info' }
  const cookies = await enrollPlayers(stage.env, PLAYERS)
  const chain = await startContracts(stage)
  stage.env = { ...stage.env, RPC_URL: chain.url }
  const connectionString = stage.env.DATABASE_URL
  const database = new Pool({ connectionString, max: 4 })
  await createJournal(database)
  const processes = await Promise.all(
    Array.from({ length: PROCESSES }, () => stage.startApi()),
  )
  const urls = processes.map(({ url }) => url)
  const lease = { name: 'races', database, processes } as const
  return {
    cookies,
    database,
    urls,
    processes: new LeasedProcesses(stage, lease),
  }
}

function raceBets(random: () => number) {
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  return async () => ({
    path: '/api/races/place-bet',
    body: { horseId: upTo(HORSES), amount: upTo(STAKE_MAX) },
  })
}

/** Longest sleep of a frozen process while another one leads. */
const SLEEPS_ON_MS = 3_000

export type Strike = {
  processes: LeasedProcesses
  /** Keeps the race in its phase until the fault. */
  held: HeldRow | undefined
  random: () => number
}

export type Struck = {
  /** Duration without a leader. */
  takenOverMs: number
  /** True if a woken leader didn't notice its lost term. */
  isStale: boolean
}

const raceFaults = {
  /** Kills the leader and restarts it while the race goes on. */
  async race_kill({ held, processes }: Strike): Promise<Struck> {
    const term = await processes.term()
    await processes.kill(term.leader.process)
    await held?.release()
    const takenOverMs = await processes.takenOver(term)
    processes.restart(term.leader)
    return { takenOverMs, isStale: false }
  },

  /** Freezes the leader, and wakes it when another process leads. */
  async race_freeze({ held, processes, random }: Strike): Promise<Struck> {
    const term = await processes.term()
    const { pid } = term.leader.process
    process.kill(pid, 'SIGSTOP')
    try {
      await held?.release()
      const takenOverMs = await processes.takenOver(term)
      await sleep(random() * SLEEPS_ON_MS)
      process.kill(pid, 'SIGCONT')
      return { takenOverMs, isStale: !(await processes.hasLostTerm(term)) }
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  },
}

type RaceFaultName = keyof typeof raceFaults

const POLL_MS = 5
const GIVE_UP_AFTER_MS = 180_000
/** Time to the close in the phase `open`, at least. */
const MIDST_MS = 8_000
/** Time to the close in the phase `closing`, at most. */
const CLOSING_MS = 20

type Now = { number: number; status: string; toCloseMs: number; bets: number }

const RACE_PHASES = [
  'open',
  'closing',
  'closed',
  'running',
  'settling',
] as const

type RacePhase = (typeof RACE_PHASES)[number]

/**
 * Waits until a race is in a phase.
 *
 * @returns the row that keeps it there: of a settling race, its last bet
 */
async function untilPhase(
  database: Pool,
  phase: RacePhase,
): Promise<HeldRow | undefined> {
  const { number } = await untilNow(database, IS_IN[phase])
  if (phase !== 'settling') return undefined
  const held = await holdRow(database, {
    text: `SELECT FROM race_bets WHERE race_number = $1 AND status = 'pending'
           ORDER BY id DESC LIMIT 1 FOR UPDATE`,
    values: [number],
  })
  await held?.untilWanted()
  return held
}

const IS_IN: Record<RacePhase, (now: Now) => boolean> = {
  open: ({ bets, status, toCloseMs }) =>
    status === 'open' && toCloseMs > MIDST_MS && bets > 0,
  closing: ({ status, toCloseMs }) =>
    status === 'open' && toCloseMs <= CLOSING_MS,
  closed: ({ status }) => status === 'closed',
  running: ({ status }) => status === 'running',
  // The last bet is locked before the race ends.
  settling: ({ bets, status }) => status === 'running' && bets > 0,
}

async function untilNow(
  database: Pool,
  isIn: (now: Now) => boolean,
): Promise<Now> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS
  while (performance.now() < deadline) {
    const now = await present(database)
    if (now && isIn(now)) return now
    await sleep(POLL_MS)
  }
  throw new Error('no race reached the phase')
}

async function present(database: Pool): Promise<Now | undefined> {
  const { rows } = await database.query<Now>(
    `SELECT number::int, status, bets,
       (extract(epoch FROM closes_at - clock_timestamp()) * 1000)::int AS "toCloseMs"
     FROM races ORDER BY number DESC LIMIT 1`,
  )
  return rows[0]
}
