import { setTimeout as sleep } from 'node:timers/promises'
import { Bettors, playRound } from '../../load/bettors.ts'
import { HttpClient } from '../../load/http-client.ts'
import { NETWORKS } from './attacks.ts'

/** Between requests of a player or visitor, for a moderate load. */
const PAUSE_MS = 100
const VISITORS = 4
const VISITED = ['/', '/healthz']

/** Durations in milliseconds. */
export type Timings = Record<'bets' | 'reads' | 'visits', number[]>

/**
 * Players who bet and read their account, and visitors with new connections, in
 * another network than the attacker's.
 */
export class Bystanders {
  readonly bettors: Bettors
  /** Reads and visits with another status than 200. */
  readonly refusals: string[] = []
  readonly #url: string
  readonly #client = new HttpClient({ localAddress: NETWORKS.bystanders })
  readonly #visiting = new HttpClient({
    localAddress: NETWORKS.bystanders,
    keepAlive: false,
  })
  #timings: Timings = { bets: [], reads: [], visits: [] }
  #isWorking = true
  #visits: Promise<unknown> = Promise.resolve()

  constructor(url: string, random: () => number) {
    this.#url = url
    this.bettors = new Bettors({
      urls: [url],
      random,
      play: playRound,
      client: this.#client,
      afterAnswer: async (cookie, durationMs) => {
        this.#timings.bets.push(durationMs)
        await this.#get('reads', '/api/user', { cookie })
        await sleep(PAUSE_MS)
      },
    })
  }

  start(cookies: readonly string[]): void {
    this.bettors.start(cookies)
    const visitors = Array.from({ length: VISITORS }, () => this.#visit())
    this.#visits = Promise.all(visitors)
  }

  /** Resolves when all requests under way are answered. */
  async stop(): Promise<void> {
    this.#isWorking = false
    await Promise.all([this.bettors.stop(), this.#visits])
    this.#client.close()
  }

  /** Returns the durations since the last call. */
  takeTimings(): Timings {
    const taken = this.#timings
    this.#timings = { bets: [], reads: [], visits: [] }
    return taken
  }

  async #visit(): Promise<void> {
    while (this.#isWorking) {
      for (const path of VISITED) await this.#get('visits', path, {})
      await sleep(PAUSE_MS)
    }
  }

  async #get(
    kind: keyof Timings,
    path: string,
    headers: Record<string, string>,
  ): Promise<void> {
    const startedAt = performance.now()
    const client = kind === 'visits' ? this.#visiting : this.#client
    const sent = client.send(`${this.#url}${path}`, { headers })
    const { status } = await sent.catch((error) => ({ status: error }))
    if (status !== 200) this.refusals.push(`${path}: ${status}`)
    this.#timings[kind].push(performance.now() - startedAt)
  }
}
