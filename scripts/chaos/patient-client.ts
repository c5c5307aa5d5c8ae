import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpAnswer, HttpClient } from './http-client.ts'

const RETRY_EVERY_MS = 100
const ANSWER_WITHIN_MS = 12_000
/** Longer than any fault lasts: what is not answered by then never will be. */
export const GIVE_UP_AFTER_MS = 60_000

export type Call = { path: string; body: unknown }

export type ClientOptions = {
  /** API processes; each try goes to one at random. */
  urls: readonly string[]
  /** Numbers from 0 to 1, the same for the same seed. */
  random: () => number
  client?: HttpClient | undefined
}

type Sent = Call & {
  /** Cookie header of who sends it. */
  cookie: string
  /** Idempotency-Key: the same for each try. */
  key: string
}

/** Sends as web clients do: what is not answered is sent again under its key. */
export class PatientClient {
  /** Tries that brought no result and were repeated. */
  repeatedTries = 0
  readonly #urls: readonly string[]
  readonly #random: () => number
  readonly #client: HttpClient

  constructor({ urls, random, client }: ClientOptions) {
    this.#urls = urls
    this.#random = random
    this.#client = client ?? new HttpClient()
  }

  /** @returns the first answer that is none to be repeated; undefined when given up. */
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
      // The answer is lost, or there was nobody to ask.
      return undefined
    }
  }
}
