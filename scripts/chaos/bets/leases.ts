import { readFileSync } from 'node:fs'
import type { Pool } from 'pg'
import * as z from 'zod'
import type { ManagedProcess } from '../../process/supervisor.ts'
import { waitUntil } from '../../process/wait-until.ts'
import type { Stage, StageProcess } from '../../product/stage.ts'

const LEADS_WITHIN_MS = 60_000

export type LeaseName = 'races' | 'sports'

export type Term = { epoch: number; leader: StageProcess }

/** API processes on one database, with the leader of a lease. */
export class LeasedProcesses {
  readonly #stage: Stage
  readonly #database: Pool
  readonly #name: LeaseName
  readonly #processes: StageProcess[]
  readonly #restarts: Promise<void>[] = []

  constructor(
    stage: Stage,
    lease: { name: LeaseName; database: Pool; processes: StageProcess[] },
  ) {
    this.#stage = stage
    this.#database = lease.database
    this.#name = lease.name
    this.#processes = lease.processes
  }

  /** Returns the current term; waits for a leader. */
  async term(): Promise<Term> {
    const found: Term[] = []
    const isLed = async () => {
      const epoch = await this.#epoch()
      const leader = this.#processes.find((one) => hasLed(one, this.#of(epoch)))
      if (leader) found.push({ epoch, leader })
      return leader !== undefined
    }
    await waitUntil(isLed, LEADS_WITHIN_MS)
    const [term] = found
    if (!term) throw new Error(`no process leads ${this.#name}`)
    return term
  }

  /** Waits for the next term. @returns the duration in milliseconds */
  async takenOver({ epoch }: Term): Promise<number> {
    const endedAt = performance.now()
    const isNext = async () => (await this.#epoch()) > epoch
    await waitUntil(isNext, LEADS_WITHIN_MS)
    return performance.now() - endedAt
  }

  async kill({ ended, pid }: ManagedProcess): Promise<void> {
    process.kill(pid, 'SIGKILL')
    await ended
  }

  /** Restarts a process at its URL, in the background. */
  restart(dead: StageProcess): void {
    const port = Number(new URL(dead.url).port)
    const at = this.#processes.indexOf(dead)
    const restarted = this.#stage.startApi(port).then((process) => {
      this.#processes[at] = process
    })
    this.#restarts.push(restarted)
    // untilRestarted() reports it.
    restarted.catch(() => undefined)
  }

  /** @throws the error of a failed restart */
  async untilRestarted(): Promise<void> {
    await Promise.all(this.#restarts)
  }

  /** Waits until the former leader notices that its term is over. */
  async hasLostTerm({ epoch, leader }: Term): Promise<boolean> {
    const lost = `"epoch":${epoch},"msg":"lease.lost"`
    const refused = `Term ${epoch} of ${this.#name} is over`
    return waitUntil(() => {
      const lines = linesOf(leader)
      return lines.some(
        (line) =>
          line.includes(refused) ||
          (line.includes(lost) && line.includes(`"${this.#name}"`)),
      )
    }, LEADS_WITHIN_MS)
  }

  #of(epoch: number): Led {
    return { lease: this.#name, epoch }
  }

  async #epoch(): Promise<number> {
    const { rows } = await this.#database.query<{ epoch: number }>(
      `SELECT epoch::int FROM leases
       WHERE name = $1 AND expires_at > clock_timestamp()`,
      [this.#name],
    )
    return rows[0]?.epoch ?? 0
  }
}

type Led = { lease: LeaseName; epoch: number }

const leading = z.object({
  lease: z.string(),
  epoch: z.int(),
  msg: z.literal('lease.acquired'),
})

function hasLed(one: StageProcess, { epoch, lease }: Led): boolean {
  return linesOf(one).some((line) => {
    if (!line.includes('"lease.acquired"')) return false
    const found = leading.parse(JSON.parse(line))
    return found.lease === lease && found.epoch === epoch
  })
}

function linesOf({ process: { logFile } }: StageProcess): string[] {
  return readFileSync(logFile, 'utf8').split('\n')
}
