import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { assert } from '#core/assert.ts'
import { pick } from '../game-kits/game-kit.ts'
import { gameKits } from '../game-kits/game-kits.ts'
import { waitUntil } from '../process/wait-until.ts'
import { type HttpAnswer, HttpClient, post } from './http-client.ts'

const RETRY_EVERY_MS = 100
/** Longer than any fault lasts. */
const GIVE_UP_AFTER_MS = 60_000
const EVENT_PAUSE_MS = { least: 50, most: 250 }
/** Betting closes, and prices move. */
const REFUSED = 409
/** Also answered by a proxy whose server is gone. */
const UNAVAILABLE = new Set([502, 503, 504])

export type Call = { path: string; body: unknown }

/** Places a bet, in several requests if need be. @returns the last answer if accepted */
export type Play = (send: Send, random: () => number) => Promise<unknown>

/** Sends a request until it is answered. @returns undefined unless it is accepted */
export type Send = (call: Call) => Promise<unknown>

type Options = {
  /** API processes; each try goes to one at random. */
  urls: readonly string[]
  /** Seeded, from 0 to 1. */
  random: () => number
  play: Play
  /** True for bets on events: they may be refused, and each is followed by a pause. */
  areOnEvents?: boolean
  /** Limits of those pauses. */
  pauseMs?: { least: number; most: number }
  client?: HttpClient
  /** Called after each answer with its duration. */
  afterAnswer?: (cookie: string, durationMs: number) => Promise<void>
}

/**
 * Players who place one bet after another, and repeat unanswered requests with their
 * key, as the web client does.
 */
export class Bettors {
  /** Answers that the stored bets must match. */
  readonly accepted: unknown[] = []
  /** Other answers than results, retryable ones and allowed refusals. */
  readonly surprises: string[] = []
  repeatedTries = 0
  readonly #options: Options
  readonly #client: HttpClient
  #isWorking = true
  #done: Promise<unknown> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#client = options.client ?? new HttpClient()
  }

  start(cookies: readonly string[]): void {
    this.#done = Promise.all(cookies.map((cookie) => this.#work(cookie)))
    // stop() reports it.
    this.#done.catch(() => undefined)
  }

  /** Resolves when all bets under way are answered. */
  async stop(): Promise<void> {
    this.#isWorking = false
    await this.#done
  }

  async untilNextAnswer(): Promise<void> {
    const count = this.accepted.length
    const isAnswered = () => this.accepted.length > count
    if (await waitUntil(isAnswered, GIVE_UP_AFTER_MS)) return
    this.surprises.push('no bet was answered in time')
  }

  async #work(cookie: string): Promise<void> {
    const { areOnEvents, play, random } = this.#options
    const { least, most } = this.#options.pauseMs ?? EVENT_PAUSE_MS
    while (this.#isWorking) {
      const answer = await play((call) => this.#send(cookie, call), random)
      if (answer) this.accepted.push(answer)
      if (areOnEvents) await sleep(least + random() * (most - least))
    }
  }

  async #send(cookie: string, { path, body }: Call): Promise<unknown> {
    const { afterAnswer, areOnEvents } = this.#options
    const startedAt = performance.now()
    const message = post(cookie, body, { 'idempotency-key': randomUUID() })
    const answer = await this.#untilAnswered(path, message)
    await afterAnswer?.(cookie, performance.now() - startedAt)
    if (answer?.status === 200) return JSON.parse(answer.text)
    if (!(areOnEvents && answer?.status === REFUSED)) {
      const { status = 'no answer', text = path } = answer ?? {}
      this.surprises.push(`${status} ${text}`)
    }
    return undefined
  }

  async #untilAnswered(
    path: string,
    message: ReturnType<typeof post>,
  ): Promise<HttpAnswer | undefined> {
    const { random, urls } = this.#options
    const deadline = performance.now() + GIVE_UP_AFTER_MS
    while (performance.now() < deadline) {
      const url = `${pick(urls, random())}${path}`
      const sent = this.#client.send(url, message)
      const answer = await sent.catch(() => undefined)
      if (answer && !UNAVAILABLE.has(answer.status)) return answer
      this.repeatedTries += 1
      await sleep(RETRY_EVERY_MS)
    }
    return undefined
  }
}

const GAMES = gameKits.map(({ calls }) => calls)
const STAKE_MAX = 20

const gameAnswer = z.object({
  transactionId: z.uuid(),
  balance: z.int(),
  /** Set once the round is over. */
  payout: z.int().optional(),
  step: z.int().default(0),
  legalActions: z.array(z.string()).default([]),
})

/** Plays a round of a random game. */
export const playRound: Play = async (send, random) => {
  const game = pick(GAMES, random())
  let next = game.start(1 + Math.floor(random() * STAKE_MAX))
  for (;;) {
    const { path, body } = next
    const answered = await send({ path: `/api/games/${path}`, body })
    if (!answered) return undefined
    const { transactionId, balance, payout, ...state } =
      gameAnswer.parse(answered)
    if (payout !== undefined) return { transactionId, balance, payout }
    assert(game.steps !== undefined, 'a game with steps continues')
    next = game.steps.any(state, random())
  }
}
