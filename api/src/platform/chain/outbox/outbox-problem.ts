import type { Term } from '../../db/lease.ts'
import type { Logger } from '../../logger.ts'
import type { OutboxRow, OutboxStore } from './outbox.store.ts'

/** Writes down why a transaction waits, and tells the operator once. */
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
