import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import type { DepositSite } from '../deposit/deposit-site.ts'
import { coinFlipKit } from '../game-kits/coin-flip.ts'

const SPACING_MS = 700
const ANSWER_WITHIN_MS = 5_000

const { calls } = coinFlipKit

const user = z.object({ balance: z.int() })

/**
 * Players who bet all they have, one after the other: half of what arrived is
 * gone when the chain undoes it.
 */
export class DepositSpenders {
  readonly #site: DepositSite
  readonly #random: () => number
  readonly #stop = new AbortController()
  #done: Promise<void> = Promise.resolve()

  constructor(site: DepositSite, random: () => number) {
    this.#site = site
    this.#random = random
  }

  start(): void {
    this.#done = this.#work()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#done
  }

  async #work(): Promise<void> {
    const { cookies } = this.#site
    while (!this.#stop.signal.aborted) {
      const cookie = cookies[Math.floor(this.#random() * cookies.length)]
      // The house may be away, or not able to pay a win.
      if (cookie) await this.#betAll(cookie).catch(() => undefined)
      await sleep(SPACING_MS)
    }
  }

  async #betAll(cookie: string): Promise<void> {
    const answer = await this.#ask('/api/user', { headers: { cookie } })
    const { balance: betAmount } = user.parse(await answer.json())
    const { path, body } = calls.start(betAmount)
    await this.#ask(`/api/games/${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  #ask(path: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    return fetch(`${this.#site.api.url}${path}`, { ...init, signal })
  }
}
