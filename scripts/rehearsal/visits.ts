import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '#core/durations.ts'
import { RACES } from '../chaos/bets/races.ts'
import { SPORTS } from '../chaos/bets/sports.ts'
import { Bettors, type Play, playRound } from '../load/bettors.ts'
import { openPlayerSockets } from '../load/player-sockets.ts'

const PLAYERS = 200
const ACTIVE = 40
/** Share of the time after which all players have registered. */
const REGISTERED_BY = 0.75
const VISIT_MS = { least: 60_000, most: 360_000 }
const BET_PAUSE_MS = { least: 1_000, most: 6_000 }
const IDLE_MS = 1_000
const ANSWER_WITHIN_MS = 12_000
/** Shares of bets; the rest are rounds of games. */
const RACE_SHARE = 0.25
const SPORTS_SHARE = 0.15
/** Reads of a page that opens. */
const READS = ['/api/user', '/api/transactions', '/api/leaderboard']
const PASSWORD = 'of a player in a rehearsal'

type Range = { least: number; most: number }

type Options = {
  url: string
  minutes: number
  /** Called once for each player. */
  onRegistered: (cookie: string) => void
}

/** Players who register by and by, and come, play with pauses and go again. */
export class Visits {
  readonly accepted: unknown[] = []
  /** Answers that no player should see. */
  readonly surprises: string[] = []
  /** Requests that the site does not repeat by itself. */
  readonly failures: string[] = []
  readonly waitsMs: number[] = []
  /** Times without a WebSocket. */
  readonly absencesMs: number[] = []
  repeatedTries = 0
  registered = 0
  readonly #options: Options
  readonly #play: Play
  readonly #startedAt = performance.now()
  /** Players who are not playing. */
  readonly #away: string[] = []
  readonly #over = new AbortController()
  readonly #done: Promise<unknown>

  constructor(options: Options) {
    this.#options = options
    this.#play = playAll(options.url)
    this.#done = Promise.all(
      Array.from({ length: ACTIVE }, () => this.#visitOn()),
    )
    // stop() reports it.
    this.#done.catch(() => undefined)
  }

  /** Resolves when all bets under way are answered. */
  async stop(): Promise<void> {
    this.#over.abort()
    await this.#done
  }

  async #visitOn(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const cookie = this.#isNewDue() ? await this.#register() : this.#pick()
      if (cookie) {
        await this.#visit(cookie)
        this.#away.push(cookie)
      } else await this.#rest(IDLE_MS)
    }
  }

  #isNewDue(): boolean {
    const lengthMs = this.#options.minutes * MINUTE_MS * REGISTERED_BY
    const share = (performance.now() - this.#startedAt) / lengthMs
    return this.registered < PLAYERS * Math.min(share, 1)
  }

  #pick(): string | undefined {
    const index = Math.floor(Math.random() * this.#away.length)
    return this.#away.splice(index, 1)[0]
  }

  async #register(): Promise<string | undefined> {
    this.registered += 1
    const message = registration(`player ${randomUUID().slice(0, 8)}`)
    const answer = await this.#request('/api/register', message)
    if (!answer) {
      this.registered -= 1
      return undefined
    }
    const cookie = sessionCookie(answer)
    this.#options.onRegistered(cookie)
    return cookie
  }

  async #visit(cookie: string): Promise<void> {
    const { url } = this.#options
    for (const path of READS) await this.#request(path, { headers: { cookie } })
    const sockets = await openPlayerSockets(url, [cookie])
    const bettors = new Bettors({
      urls: [url],
      random: Math.random,
      play: this.#play,
      areOnEvents: true,
      pauseMs: BET_PAUSE_MS,
      afterAnswer: async (_, durationMs) => void this.waitsMs.push(durationMs),
    })
    bettors.start([cookie])
    await this.#rest(between(VISIT_MS))
    await bettors.stop()
    sockets.close()
    this.accepted.push(...bettors.accepted)
    this.surprises.push(...bettors.surprises)
    this.repeatedTries += bettors.repeatedTries
    this.absencesMs.push(...sockets.absencesMs)
  }

  /** @returns undefined after a failure */
  async #request(
    path: string,
    init: RequestInit,
  ): Promise<Response | undefined> {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const sent = fetch(`${this.#options.url}${path}`, { ...init, signal })
    const answer = await sent.catch(() => undefined)
    await answer?.text().catch(() => undefined)
    if (answer?.ok) return answer
    this.failures.push(`${path} ${answer?.status ?? 'no answer'}`)
    return undefined
  }

  /** Ends early when the visits do. */
  #rest(ms: number): Promise<void> {
    const { signal } = this.#over
    return sleep(ms, undefined, { signal }).catch(() => undefined)
  }
}

export function registration(username: string): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  }
}

/** Returns a new player's Cookie header. */
export function sessionCookie({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Plays games, and bets on races and sports. */
function playAll(url: string): Play {
  const onSports = SPORTS.playOn([url])
  const onRaces = RACES.playOn([url])
  return (send, random) => {
    const share = random()
    if (share < SPORTS_SHARE) return onSports(send, random)
    if (share < SPORTS_SHARE + RACE_SHARE) return onRaces(send, random)
    return playRound(send, random)
  }
}

function between({ least, most }: Range): number {
  return least + Math.random() * (most - least)
}
