import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from 'viem'
import type { OneTimePayments, Payment } from './one-time-payments.ts'

const SPACING_MS = 300

/** Pays one wallet after the other, until it is stopped. */
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
    // Told by `stop`, also when it fails before anybody waits there.
    this.#done.catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.#isWorking = false
    await this.#done
  }

  /** One that is seen and credited. */
  pay(): Promise<Payment> {
    return this.#send((to) => this.payments.pay(to))
  }

  /** Runs `work` while no payment is being made. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #work(): Promise<void> {
    while (this.#isWorking) {
      await this.#send((to) => this.payments.payAnyhow(to))
      await sleep(SPACING_MS)
    }
  }

  #send(pay: (to: Address) => Promise<Payment>): Promise<Payment> {
    return this.inTurn(async () => {
      const to = this.#wallets[this.sent.length % this.#wallets.length]
      if (!to) throw new Error('there is nobody to pay')
      const payment = await pay(to)
      this.sent.push(payment)
      return payment
    })
  }
}
