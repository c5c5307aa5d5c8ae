import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { assert } from '#core/assert.ts'
import { type GameCall, pickOf } from '../game-kits/game-kit.ts'
import { gameKits } from '../game-kits/game-kits.ts'
import { waitUntil } from '../process/wait-until.ts'
import {
  type ClientOptions,
  GIVE_UP_AFTER_MS,
  RetryingClient,
} from './retrying-client.ts'

/** An answer that the stored round must match. */
export type Acknowledged = {
  transactionId: string
  key: string
  payout: number
  balance: number
}

const answer = z.object({
  transactionId: z.uuid(),
  balance: z.int(),
  /** Of finished rounds. */
  payout: z.int().optional(),
  step: z.int().default(0),
  legalActions: z.array(z.string()).default([]),
})

const GAMES = gameKits.map(({ calls }) => calls)

const STAKE_MAX = 20

type Work = ClientOptions & {
  /** Called after each move with the duration of its answer. */
  afterMove?: (cookie: string, durationMs: number) => Promise<void>
}

/** Players who play rounds of random games and repeat unanswered moves. */
export class BusyPlayers {
  readonly acknowledged: Acknowledged[] = []
  /** Answers that are neither results nor retryable refusals. */
  readonly surprises: string[] = []
  readonly #random: () => number
  readonly #client: RetryingClient
  readonly #afterMove: NonNullable<Work['afterMove']>
  #isWorking = true
  #done: Promise<unknown> = Promise.resolve()

  constructor({ afterMove, ...options }: Work) {
    this.#random = options.random
    this.#client = new RetryingClient(options)
    this.#afterMove = afterMove ?? (async () => undefined)
  }

  get repeatedTries(): number {
    return this.#client.repeatedTries
  }

  start(cookies: readonly string[]): void {
    this.#done = Promise.all(cookies.map((cookie) => this.#play(cookie)))
    // stop() reports it.
    this.#done.catch(() => undefined)
  }

  /** Resolves when all bets under way are answered. */
  async stop(): Promise<void> {
    this.#isWorking = false
    await this.#done
  }

  async untilNextAnswer(): Promise<void> {
    const count = this.acknowledged.length
    const isAnswered = () => this.acknowledged.length > count
    if (await waitUntil(isAnswered, GIVE_UP_AFTER_MS)) return
    this.surprises.push(`no bet was answered for ${GIVE_UP_AFTER_MS / 1_000} s`)
  }

  async #play(cookie: string): Promise<void> {
    while (this.#isWorking) {
      const round = await this.#playRound(cookie)
      if (round) this.acknowledged.push(round)
    }
  }

  async #playRound(cookie: string): Promise<Acknowledged | undefined> {
    const game = pickOf(GAMES, this.#random())
    let move = game.start(1 + Math.floor(this.#random() * STAKE_MAX))
    for (;;) {
      const key = randomUUID()
      const startedAt = performance.now()
      const answered = await this.#untilAnswered(cookie, key, move)
      await this.#afterMove(cookie, performance.now() - startedAt)
      if (!answered) return undefined
      const { transactionId, balance, payout } = answered
      if (payout !== undefined) return { transactionId, key, payout, balance }
      assert(game.steps !== undefined, 'a game with steps continues')
      move = game.steps.any(answered, this.#random())
    }
  }

  async #untilAnswered(cookie: string, key: string, { path, body }: GameCall) {
    const call = { path: `/api/games/${path}`, body }
    const response = await this.#client.untilAnswered({ ...call, cookie, key })
    if (response?.status === 200) return answer.parse(JSON.parse(response.text))
    this.surprises.push(
      response
        ? `${response.status} ${response.text}`
        : `a bet was not answered for ${GIVE_UP_AFTER_MS / 1_000} s`,
    )
    return undefined
  }
}
