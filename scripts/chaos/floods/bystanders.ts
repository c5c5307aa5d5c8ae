import { setTimeout as sleep } from 'node:timers/promises'
import { HttpClient } from '../http-client.ts'
import { PlayersAtWork } from '../players-at-work.ts'
import { NETWORKS } from './networks.ts'
import { type Kind, Timings } from './timings.ts'

const ANSWER_WITHIN_MS = 12_000
/** Between what one player or visitor does: a moderate load, which leaves room. */
const PAUSE_MS = 100
const VISITORS = 4
const VISITED = ['/', '/healthz']

/**
 * Ordinary players, who bet and look at their account, and visitors, each with
 * a new connection; from another network than the attacker's.
 */
export class Bystanders {
  readonly players: PlayersAtWork
  /** Reads and visits that were not answered with 200. */
  readonly refusals: string[] = []
  readonly #url: string
  readonly #client = new HttpClient({ localAddress: NETWORKS.bystanders })
  readonly #visiting = new HttpClient({
    localAddress: NETWORKS.bystanders,
    keepAlive: false,
  })
  #timings = new Timings()
  #isWorking = true
  #visits: Promise<unknown> = Promise.resolve()

  constructor(url: string, random: () => number) {
    this.#url = url
    this.players = new PlayersAtWork({
      urls: [url],
      random,
      client: this.#client,
      afterMove: async (cookie, durationMs) => {
        this.#timings.bets.push(durationMs)
        await this.#get('reads', '/api/user', cookie)
        await sleep(PAUSE_MS)
      },
    })
  }

  start(cookies: readonly string[]): void {
    this.players.start(cookies)
    const visitors = Array.from({ length: VISITORS }, () => this.#visit())
    this.#visits = Promise.all(visitors)
  }

  /** Lets all that is under way come to its answer. */
  async stop(): Promise<void> {
    this.#isWorking = false
    await Promise.all([this.players.stop(), this.#visits])
    this.#client.close()
  }

  /** @returns how long all took that was answered since the last call. */
  takeTimings(): Timings {
    const taken = this.#timings
    this.#timings = new Timings()
    return taken
  }

  async #visit(): Promise<void> {
    while (this.#isWorking) {
      for (const path of VISITED) await this.#get('visits', path)
      await sleep(PAUSE_MS)
    }
  }

  async #get(kind: Kind, path: string, cookie?: string): Promise<void> {
    const startedAt = performance.now()
    const client = kind === 'visits' ? this.#visiting : this.#client
    try {
      const { status } = await client.send(`${this.#url}${path}`, {
        headers: { ...(cookie && { cookie }) },
        withinMs: ANSWER_WITHIN_MS,
      })
      if (status !== 200) this.refusals.push(`${path}: ${status}`)
    } catch (error) {
      this.refusals.push(`${path}: ${error}`)
    }
    this.#timings[kind].push(performance.now() - startedAt)
  }
}
