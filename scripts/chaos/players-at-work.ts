import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { waitUntil } from '../lib/wait-until.ts'
import { GAMES, type Move, pickOf } from './played-games.ts'

/** An answer that a player got: the house must stand by it. */
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

const RETRY_EVERY_MS = 100
const ANSWER_WITHIN_MS = 12_000
const STAKE_MAX = 20
/** Longer than any fault lasts: what is not answered by then never will be. */
const PATIENCE_MS = 60_000

/**
 * Players that play one round of some game after another, as web clients do: a
 * move whose answer got lost is sent again under its key until it is answered.
 */
export class PlayersAtWork {
  readonly acknowledged: Acknowledged[] = []
  /** Answers that are neither a result nor a refusal to be repeated. */
  readonly surprises: string[] = []
  readonly #urls: readonly string[]
  readonly #random: () => number
  #isWorking = true
  #done: Promise<unknown> = Promise.resolve()

  /**
   * @param urls API processes; each try goes to one at random.
   * @param random numbers from 0 to 1, the same for the same seed.
   */
  constructor(urls: readonly string[], random: () => number) {
    this.#urls = urls
    this.#random = random
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

  /** Waits until the next bet is answered, or patience ends. */
  async untilNextAnswer(): Promise<void> {
    const count = this.acknowledged.length
    const isAnswered = () => this.acknowledged.length > count
    if (await waitUntil(isAnswered, PATIENCE_MS)) return
    this.surprises.push(`no bet was answered for ${PATIENCE_MS / 1_000} s`)
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
      const told = await this.#untilAnswered(cookie, key, move)
      if (!told) return undefined
      const { transactionId, balance, payout } = told
      if (payout !== undefined) return { transactionId, key, payout, balance }
      move = game.next(told, this.#random())
    }
  }

  async #untilAnswered(cookie: string, key: string, move: Move) {
    const deadline = performance.now() + PATIENCE_MS
    while (performance.now() < deadline) {
      const response = await this.#send(cookie, key, move)
      if (response?.ok) return answer.parse(await response.json())
      if (response && response.status !== 503) {
        this.surprises.push(`${response.status} ${await response.text()}`)
        return undefined
      }
      await response?.body?.cancel()
      await sleep(RETRY_EVERY_MS)
    }
    this.surprises.push(`a bet was not answered for ${PATIENCE_MS / 1_000} s`)
    return undefined
  }

  async #send(cookie: string, key: string, { path, body }: Move) {
    const url = this.#urls[Math.floor(this.#random() * this.#urls.length)]
    try {
      return await fetch(`${url}/api/games/${path}`, {
        method: 'POST',
        headers: {
          cookie,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
    } catch {
      // The answer is lost, or there was nobody to ask.
      return undefined
    }
  }
}
