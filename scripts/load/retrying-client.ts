import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpAnswer, HttpClient } from './http-client.ts'

const RETRY_EVERY_MS = 100
const ANSWER_WITHIN_MS = 12_000
/** Longer than any fault lasts. */
export const GIVE_UP_AFTER_MS = 60_000

export type Call = { path: string; body: unknown }

export type ClientOptions = {
  /** API processes; each try goes to one at random. */
  urls: readonly string[]
  /** Seeded, from 0 to 1. */
  random: () => number
  client?: HttpClient | undefined
}

type Sent = Call & {
  cookie: string
  /** Idempotency-Key of all tries. */
  key: string
}

/** Repeats unanswered requests with their key, as the web client does. */
export class RetryingClient {
  repeatedTries = 0
  readonly #urls: readonly string[]
  readonly #random: () => number
  readonly #client: HttpClient

  constructor({ urls, random, client }: ClientOptions) {
    this.#urls = urls
    this.#random = random
    this.#client = client ?? new HttpClient()
  }

  /** @returns undefined if no final answer arrives in time */
  async untilAnswered(sent: Sent): Promise<HttpAnswer | undefined> {
    const deadline = performance.now() + GIVE_UP_AFTER_MS
    while (performance.now() < deadline) {
      const answer = await this.#try(sent)
      if (answer && answer.status !== 503) return answer
      this.repeatedTries += 1
      await sleep(RETRY_EVERY_MS)
    }
    return undefined
  }

  async #try({ body, cookie, key, path }: Sent) {
    const url = this.#urls[Math.floor(this.#random() * this.#urls.length)]
    try {
      return await this.#client.send(`${url}${path}`, {
        method: 'POST',
        headers: {
          cookie,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
        withinMs: ANSWER_WITHIN_MS,
      })
    } catch {
      return undefined
    }
  }
}
