import type { Database, Transaction } from './database.ts'
import type { Guard } from './lease.ts'

/** One transaction of somebody who has the right to write till its end. */
export function writeUnder<T>(
  right: Guard,
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await right.guard(tx)
    return work(tx)
  })
}
