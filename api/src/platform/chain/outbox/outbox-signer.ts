import { assert } from '#core/assert.ts'
import type { Term } from '../../db/lease.ts'
import type { Broadcaster } from './broadcaster.ts'
import type { Fees } from './fees.ts'
import type { Call, OperatorAccount } from './operator-account.ts'
import type { OutboxRow, OutboxStore } from './outbox.store.ts'

/** Signs outbox transactions, keeps what it signed, and only then sends it. */
export class OutboxSigner {
  readonly #store: OutboxStore
  readonly #account: OperatorAccount
  readonly #broadcaster: Broadcaster

  constructor(deps: {
    store: OutboxStore
    account: OperatorAccount
    broadcaster: Broadcaster
  }) {
    this.#store = deps.store
    this.#account = deps.account
    this.#broadcaster = deps.broadcaster
  }

  /** @param row with the nonce and the gas it is to have. */
  async sign(term: Term, row: OutboxRow, fees: Fees): Promise<void> {
    const { id, nonce, gas } = row
    assert(nonce !== null && gas !== null, 'a nonce and gas are chosen first')
    const signing = { ...callOf(row), ...fees, nonce, gas }
    const attempt = { ...(await this.#account.sign(signing)), ...fees }
    const sender = this.#account.address
    await this.#store.write(term, async (tx) => {
      await this.#store.addAttempt(tx, { ...attempt, transactionId: id })
      const change = {
        status: 'sent',
        problem: null,
        nonce,
        gas,
        sender,
      } as const
      await this.#store.change(tx, id, change)
    })
    await this.#broadcaster.send(attempt)
  }
}

export function callOf({ to, data, value }: OutboxRow): Call {
  return { to, data, value }
}
