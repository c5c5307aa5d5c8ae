import { assert } from '#core/assert.ts'
import type { Term } from '../../db/lease.ts'
import type { Logger } from '../../logger.ts'
import type { Broadcaster } from './broadcaster.ts'
import type { Fees } from './fees.ts'
import type { Call, OperatorAccount } from './operator-account.ts'
import type { OutboxRow, OutboxStore } from './outbox.store.ts'

/** @param row with its nonce and gas. */
export type SignAndSend = (
  term: Term,
  row: OutboxRow,
  fees: Fees,
) => Promise<void>

/** Signs outbox transactions and stores each attempt before it is sent. */
export function openOutboxSigner({
  account,
  broadcaster,
  store,
}: {
  store: OutboxStore
  account: OperatorAccount
  broadcaster: Broadcaster
}): SignAndSend {
  return async (term, row, fees) => {
    const { id: transactionId, nonce, gas } = row
    assert(nonce !== null && gas !== null, 'a nonce and gas are chosen first')
    const signing = { ...callOf(row), ...fees, nonce, gas }
    const attempt = { ...(await account.sign(signing)), ...fees }
    const sender = account.address
    const sent = { status: 'sent', problem: null, nonce, gas, sender } as const
    await store.write(term, async (tx) => {
      await store.addAttempt(tx, { ...attempt, transactionId })
      await store.change(tx, transactionId, sent)
    })
    await broadcaster.send(attempt)
  }
}

export function callOf({ to, data, value }: OutboxRow): Call {
  return { to, data, value }
}

/** Stores why a transaction waits, and logs each new reason once. */
export async function noteProblem(
  { log, store }: { log: Logger; store: OutboxStore },
  term: Term,
  {
    problem,
    row,
  }: {
    row: OutboxRow
    problem: NonNullable<OutboxRow['problem']>
  },
): Promise<void> {
  if (row.problem === problem) return
  log.error({ outbox: row.id, problem }, 'outbox.blocked')
  await store.write(term, (tx) => store.change(tx, row.id, { problem }))
}
