import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { Address } from 'viem'
import { assert } from '#core/assert.ts'
import type { DepositSite } from '../../deposit/deposit-site.ts'
import { kit as coinFlipKit } from '../../game-kits/coin-flip.ts'
import { pick } from '../../game-kits/game-kit.ts'
import { HttpClient, post } from '../../load/http-client.ts'
import type { OneTimePayments, Payment } from './payments.ts'

const PAYMENT_EVERY_MS = 300

/** Pays one wallet after the other. */
export class DepositTraffic {
  readonly payments: OneTimePayments
  readonly #wallets: readonly Address[]
  readonly #turns = new PQueue({ concurrency: 1 })
  #next = 0

  constructor(payments: OneTimePayments, wallets: readonly Address[]) {
    this.payments = payments
    this.#wallets = wallets
  }

  /** Sends payments of any kind until the signal. */
  async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.inTurn(() => this.payments.payAnyhow(this.#wallet()))
      await sleep(PAYMENT_EVERY_MS)
    }
  }

  /** Sends a payment that gets credited. */
  pay(): Promise<Payment> {
    return this.inTurn(() => this.payments.pay(this.#wallet()))
  }

  /** Runs `work` while no payment is sent. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.add(work)
  }

  #wallet(): Address {
    const wallet = this.#wallets[this.#next % this.#wallets.length]
    assert(wallet !== undefined, 'has wallets')
    this.#next += 1
    return wallet
  }
}

const BET_EVERY_MS = 700
const ANSWER_WITHIN_MS = 5_000

/** Bets whole balances until the signal, so that reversals exceed the balance. */
export async function spendAll(
  site: DepositSite,
  random: () => number,
  signal: AbortSignal,
): Promise<void> {
  const client = new HttpClient()
  const withinMs = ANSWER_WITHIN_MS
  const spend = async (cookie: string) => {
    const api = `${site.api.url}/api`
    const headers = { cookie }
    const { text } = await client.send(`${api}/user`, { headers, withinMs })
    const { path, body } = coinFlipKit.calls.start(JSON.parse(text).balance)
    const message = { ...post(cookie, body), withinMs }
    await client.send(`${api}/games/${path}`, message)
  }
  while (!signal.aborted) {
    // The API may be down, or the bankroll too small.
    await spend(pick(site.cookies, random())).catch(() => undefined)
    await sleep(BET_EVERY_MS)
  }
  client.close()
}
