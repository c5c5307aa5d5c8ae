import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs.ts'
import { openLedgerService } from './ledger.service.ts'
import { openStakesService } from './stakes.service.ts'

const DROP_ANSWERS_EVERY_MS = 10 * 60 * 1_000

export type LedgerModule = ReturnType<typeof openLedger>

/**
 * Opens the ledger. Commands leave out `betDb`, the connections reserved for
 * bets, and `onBalance`, which pushes balances to browsers.
 */
export function openLedger({
  clock,
  db,
  betDb = db,
  onBalance = () => undefined,
}: {
  clock: Clock
  db: Database
  betDb?: Database
  onBalance?: (userId: string, balance: number) => void
}) {
  const service = openLedgerService({ betDb, clock, db, onBalance })
  const housekeeping: Job = {
    name: 'housekeeping',
    everyMs: DROP_ANSWERS_EVERY_MS,
    async run(signal) {
      let dropped: number
      do dropped = await service.dropOldAnswers()
      while (dropped > 0 && !signal.aborted)
    },
  }
  return {
    service,
    stakes: openStakesService({ betDb, clock, db }),
    onBalance,
    jobs: [housekeeping],
  }
}
