import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Call,
  type ClientOptions,
  GIVE_UP_AFTER_MS,
  RetryingClient,
} from '../../load/retrying-client.ts'

/** Pause after each bet. */
const PAUSE_MS = { least: 50, most: 250 }
const REFUSED = 409

type Options = ClientOptions & {
  /** Returns undefined while there is nothing to bet on. */
  nextBet: () => Promise<Call | undefined>
}

/**
 * Bettors who place one bet after another and repeat unanswered ones. Refusals are
 * normal: betting closes and prices move.
 */
export class Bettors {
  /** Parsed answers of accepted bets. */
  readonly accepted: unknown[] = []
  refused = 0
  /** Answers with other statuses. */
  readonly surprises: string[] = []
  readonly #client: RetryingClient
  readonly #options: Options
  #isWorking = true
  #done: Promise<unknown> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#client = new RetryingClient(options)
  }

  start(cookies: readonly string[]): void {
    this.#done = Promise.all(cookies.map((cookie) => this.#bet(cookie)))
    // stop() reports it.
    this.#done.catch(() => undefined)
  }

  /** Resolves when all bets under way are answered. */
  async stop(): Promise<void> {
    this.#isWorking = false
    await this.#done
  }

  async #bet(cookie: string): Promise<void> {
    const { nextBet, random } = this.#options
    while (this.#isWorking) {
      const bet = await nextBet()
      if (bet) await this.#place(cookie, bet)
      const { least, most } = PAUSE_MS
      await sleep(least + random() * (most - least))
    }
  }

  async #place(cookie: string, bet: Call): Promise<void> {
    const key = randomUUID()
    const answer = await this.#client.untilAnswered({ ...bet, cookie, key })
    if (answer?.status === 200) this.accepted.push(JSON.parse(answer.text))
    else if (answer?.status === REFUSED) this.refused += 1
    else {
      this.surprises.push(
        answer
          ? `${answer.status} ${answer.text}`
          : `a bet was not answered for ${GIVE_UP_AFTER_MS / 1_000} s`,
      )
    }
  }
}
