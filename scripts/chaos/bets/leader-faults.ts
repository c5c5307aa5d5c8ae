import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { enrollPlayers } from '../../bench/players.ts'
import { type Measure, none } from '../../cli/measures.ts'
import { Bettors, type Play } from '../../load/bettors.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { onStage, type Stage, type StageProcess } from '../../product/stage.ts'
import { kill } from '../api-faults.ts'
import type { Release } from '../held-row.ts'
import { awayFor, countOf, judgeBets, type Series } from '../judge.ts'
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
    // Logs which leases a process has.
    stage.env = { ...stage.env, LOG_LEVEL: 'info' }
    const random = seededRandom(`${seed}:${name}`)
    const cookies = await enrollPlayers(stage.env, bets.players)
    await bets.prepare(stage)
    const connectionString = stage.env.DATABASE_URL
    const database = new Pool({ connectionString, max: 4 })
    try {
      await createJournal(database)
      const group = new LedProcesses(stage, database, bets.lease)
      const urls = await group.start()
      const play = bets.playOn(urls)
      const bettors = new Bettors({ urls, random, play, mayRefuse: true })
      bettors.start(cookies)
      const takenOverMs: number[] = []
      let deluded = 0
      for (let round = 0; round < times; round += 1) {
        for (const moment of bets.moments) {
          await group.untilTwoRun()
          const release = await moment(database, random)
          const term = await group.term()
          if (strike === 'kill') await kill(term.leader)
          else process.kill(term.leader.process.pid, 'SIGSTOP')
          await release?.()
          takenOverMs.push(await group.takenOver(term))
          if (strike === 'kill') group.restart(term.leader)
          else {
            await sleep(random() * SLEEPS_ON_MS)
            process.kill(term.leader.process.pid, 'SIGCONT')
            if (!(await group.hasLostTerm(term))) deluded += 1
          }
        }
      }
      // Before the next bets open, whose end the judge would wait for.
      await bettors.stop()
      await group.untilAllRun()
      const { stored, judge } = bets
      const { accepted } = bettors
      const count = `SELECT count(*) FROM (${stored}) AS bets`
      const unknown = (await countOf(database, count)) - accepted.length
      const within = backWithin / 2
      return [
        ...(await judge(name, database, accepted)),
        none(`${name}_bets_of_nobody`, unknown),
        none(
          `${name}_bets_settled_twice`,
          await countOf(database, SETTLED_TWICE),
        ),
        none(`${name}_deluded_leaders`, deluded),
        awayFor(`${name}_taken_over_within`, takenOverMs, within),
        ...(await judgeBets(name, { database, stored, bettors })),
      ]
    } finally {
      await database.end()
    }
  })
}

type Term = { epoch: number; leader: StageProcess }

/** API processes on one database, of which one leads. */
class LedProcesses {
  readonly #stage: Stage
  readonly #database: Pool
  readonly #lease: string
  readonly #processes: StageProcess[] = []
  readonly #restarts: Promise<void>[] = []

  constructor(stage: Stage, database: Pool, lease: string) {
    this.#stage = stage
    this.#database = database
    this.#lease = lease
  }

  /** @returns the URLs */
  async start(): Promise<string[]> {
    const starts = Array.from({ length: PROCESSES }, () =>
      this.#stage.startApi(),
    )
    this.#processes.push(...(await Promise.all(starts)))
    return this.#processes.map(({ url }) => url)
  }

  /** Returns the current term; waits for a leader. */
  async term(): Promise<Term> {
    const found: Term[] = []
    const isLed = async () => {
      const epoch = await this.#epoch()
      const acquired = `${this.#entry(epoch)},"msg":"lease.acquired"`
      const leader = this.#processes.find((one) =>
        logOf(one).includes(acquired),
      )
      if (leader) found.push({ epoch, leader })
      return leader !== undefined
    }
    await waitUntil(isLed, LEADS_WITHIN_MS)
    const [term] = found
    if (!term) throw new Error(`no process leads ${this.#lease}`)
    return term
  }

  /** Waits for the next term. @returns the duration in milliseconds */
  async takenOver({ epoch }: Term): Promise<number> {
    const endedAt = performance.now()
    const isNext = async () => (await this.#epoch()) > epoch
    await waitUntil(isNext, LEADS_WITHIN_MS)
    return performance.now() - endedAt
  }

  /** Waits until the former leader notices that its term is over. */
  hasLostTerm({ epoch, leader }: Term): Promise<boolean> {
    const signs = [
      `${this.#entry(epoch)},"msg":"lease.lost"`,
      `Term ${epoch} of ${this.#lease} is over`,
    ]
    const isNoticed = () => signs.some((sign) => logOf(leader).includes(sign))
    return waitUntil(isNoticed, LEADS_WITHIN_MS)
  }

  /** Restarts a process at its URL, in the background. */
  restart(dead: StageProcess): void {
    const port = Number(new URL(dead.url).port)
    const restarted = this.#stage.startApi(port).then((process) => {
      this.#processes[this.#processes.indexOf(dead)] = process
    })
    // untilAllRun() reports it.
    restarted.catch(() => undefined)
    this.#restarts.push(restarted)
  }

  /** Waits for all restarts but the last. */
  async untilTwoRun(): Promise<void> {
    await Promise.all(this.#restarts.slice(0, -1))
  }

  async untilAllRun(): Promise<void> {
    await Promise.all(this.#restarts)
  }

  #entry(epoch: number): string {
    return `"lease":"${this.#lease}","epoch":${epoch}`
  }

  #epoch(): Promise<number> {
    return countOf(
      this.#database,
      `SELECT coalesce(max(epoch), 0) AS count FROM leases
       WHERE name = $1 AND expires_at > clock_timestamp()`,
      [this.#lease],
    )
  }
}

function logOf({ process: { logFile } }: StageProcess): string {
  return readFileSync(logFile, 'utf8')
}
