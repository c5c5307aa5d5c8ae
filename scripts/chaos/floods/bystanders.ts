import { setTimeout as sleep } from 'node:timers/promises'
import { BusyPlayers } from '../../load/busy-players.ts'
import { HttpClient } from '../../load/http-client.ts'
import { NETWORKS } from './attack.ts'

const ANSWER_WITHIN_MS = 12_000
/** Between requests of a player or visitor, for a moderate load. */
const PAUSE_MS = 100
const VISITORS = 4
export const KINDS = ['bets', 'reads', 'visits'] as const
export type Kind = (typeof KINDS)[number]
/** Durations in milliseconds. */
export type Timings = Record<Kind, number[]>

const VISITED = ['/', '/healthz']

/**
 * Players who bet and read their account, and visitors with new connections, in
 * another network than the attacker's.
 */
export class Bystanders {
  readonly players: BusyPlayers
  /** Reads and visits with another status than 200. */
  readonly refusals: string[] = []
  readonly #url: string
  readonly #client = new HttpClient({ localAddress: NETWORKS.bystanders })
  readonly #visiting = new HttpClient({
    localAddress: NETWORKS.bystanders,
    keepAlive: false,
  })
  #timings = noTimings()
  #isWorking = true
  #visits: Promise<unknown> = Promise.resolve()

  constructor(url: string, random: () => number) {
    this.#url = url
    this.players = new BusyPlayers({
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

  /** Resolves when all requests under way are answered. */
  async stop(): Promise<void> {
    this.#isWorking = false
    await Promise.all([this.players.stop(), this.#visits])
    this.#client.close()
  }

  /** Returns the durations since the last call. */
  takeTimings(): Timings {
    const taken = this.#timings
    this.#timings = noTimings()
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

function noTimings(): Timings {
  return { bets: [], reads: [], visits: [] }
}
