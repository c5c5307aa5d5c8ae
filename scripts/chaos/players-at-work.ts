import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { assert } from '#core/assert.ts'
import { type GameCall, pickOf } from '../game-kits/game-kit.ts'
import { gameKits } from '../game-kits/game-kits.ts'
import { waitUntil } from '../process/wait-until.ts'
import {
  type ClientOptions,
  GIVE_UP_AFTER_MS,
  PatientClient,
} from './patient-client.ts'

/** An answer that a player got: what is stored must agree with it. */
export type Acknowledged = {
  transactionId: string
  key: string
  payout: number
  balance: number
}

const answer = z.object({
  transactionId: z.uuid(),
  balance: z.int(),
  /** Once the round is over. */
  payout: z.int().optional(),
  step: z.int().default(0),
  legalActions: z.array(z.string()).default([]),
})

const GAMES = gameKits.map(({ calls }) => calls)

const STAKE_MAX = 20

type Work = ClientOptions & {
  /** What a player does after a move, given how long its answer took. */
  afterMove?: (cookie: string, durationMs: number) => Promise<void>
}

/**
 * Players that play one round of some game after another, as web clients do: a
 * move whose answer got lost is sent again under its key until it is answered.
 */
export class PlayersAtWork {
  readonly acknowledged: Acknowledged[] = []
  /** Answers that are neither a result nor a refusal to be repeated. */
  readonly surprises: string[] = []
  readonly #random: () => number
  readonly #client: PatientClient
  readonly #afterMove: NonNullable<Work['afterMove']>
  #isWorking = true
  #done: Promise<unknown> = Promise.resolve()

  constructor({ afterMove, ...options }: Work) {
    this.#random = options.random
    this.#client = new PatientClient(options)
    this.#afterMove = afterMove ?? (async () => undefined)
  }

  /** Tries that brought no result and were repeated. */
  get repeatedTries(): number {
    return this.#client.repeatedTries
  }

  start(cookies: readonly string[]): void {
    this.#done = Promise.all(cookies.map((cookie) => this.#play(cookie)))
    // Told by stop(), also when it fails before anybody waits there.
    this.#done.catch(() => undefined)
  }

  /** Lets every bet under way come to its answer. */
  async stop(): Promise<void> {
    this.#isWorking = false
    await this.#done
  }

  /** Waits until the next bet is answered, or it is given up. */
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

  /** @returns what its last answer said. */
  async #playRound(cookie: string): Promise<Acknowledged | undefined> {
    const game = pickOf(GAMES, this.#random())
    let move = game.start(1 + Math.floor(this.#random() * STAKE_MAX))
    for (;;) {
      const key = randomUUID()
      const startedAt = performance.now()
      const told = await this.#untilAnswered(cookie, key, move)
      await this.#afterMove(cookie, performance.now() - startedAt)
      if (!told) return undefined
      const { transactionId, balance, payout } = told
      if (payout !== undefined) return { transactionId, key, payout, balance }
      assert(game.steps !== undefined, 'only a game of several steps goes on')
      move = game.steps.any(told, this.#random())
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
