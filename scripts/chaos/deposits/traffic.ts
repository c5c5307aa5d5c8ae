import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from 'viem'
import * as z from 'zod'
import type { DepositSite } from '../../deposit/deposit-site.ts'
import { kit as coinFlipKit } from '../../game-kits/coin-flip.ts'
import type { OneTimePayments, Payment } from './payments.ts'

const PAYMENT_EVERY_MS = 300

/** Pays one wallet after the other. */
export class DepositTraffic {
  readonly sent: Payment[] = []
  readonly payments: OneTimePayments
  readonly #wallets: readonly Address[]
  #isWorking = true
  #turn: Promise<unknown> = Promise.resolve()
  #done: Promise<void> = Promise.resolve()

  constructor(payments: OneTimePayments, wallets: readonly Address[]) {
    this.payments = payments
    this.#wallets = wallets
  }

  start(): void {
    this.#done = this.#work()
    // stop() reports it.
    this.#done.catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.#isWorking = false
    await this.#done
  }

  /** Sends a payment that gets credited. */
  pay(): Promise<Payment> {
    return this.#send((to) => this.payments.pay(to))
  }

  /** Runs `work` while no payment is sent. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #work(): Promise<void> {
    while (this.#isWorking) {
      await this.#send((to) => this.payments.payAnyhow(to))
      await sleep(PAYMENT_EVERY_MS)
    }
  }

  #send(pay: (to: Address) => Promise<Payment>): Promise<Payment> {
    return this.inTurn(async () => {
      const to = this.#wallets[this.sent.length % this.#wallets.length]
      if (!to) throw new Error('no wallets')
      const payment = await pay(to)
      this.sent.push(payment)
      return payment
    })
  }
}

const BET_EVERY_MS = 700
const ANSWER_WITHIN_MS = 5_000

const { calls } = coinFlipKit

const user = z.object({ balance: z.int() })

/** Players who bet their whole balance, so that reversals find less than they take. */
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
      // The API may be down, or the bankroll too small.
      if (cookie) await this.#betAll(cookie).catch(() => undefined)
      await sleep(BET_EVERY_MS)
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
