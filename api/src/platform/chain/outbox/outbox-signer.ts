import { assert } from '#core/assert.ts'
import type { Term } from '../../db/lease.ts'
import type { Logger } from '../../logger.ts'
import type { Broadcaster } from './broadcaster.ts'
import type { Fees } from './fees.ts'
import type { Call, OperatorAccount } from './operator-account.ts'
import type { OutboxRow, OutboxStore } from './outbox.store.ts'

/** Signs outbox transactions and stores each attempt before it is sent. */
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

  /** @param row with its nonce and gas. */
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

/** Stores why a transaction waits, and logs each new reason once. */
export async function noteProblem(
  { log, store }: { log: Logger; store: OutboxStore },
  term: Term,
  waiting: { row: OutboxRow; problem: NonNullable<OutboxRow['problem']> },
): Promise<void> {
  const { problem, row } = waiting
  if (row.problem === problem) return
  log.error({ outbox: row.id, problem }, 'outbox.blocked')
  await store.write(term, (tx) => store.change(tx, row.id, { problem }))
}
