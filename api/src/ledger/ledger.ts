import type { Database } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { createLedgerService } from './ledger.service.ts'
import { createStakesService } from './stakes.service.ts'

const DROP_ANSWERS_EVERY_MS = 10 * 60 * 1_000

export type LedgerModule = ReturnType<typeof createLedger>

/** Creates the ledger. Commands leave out `betDb` and `onBalance`. */
export function createLedger({
  clock,
  db,
  betDb = db,
  onBalance = () => undefined,
}: Pick<Platform, 'clock' | 'db'> & {
  betDb?: Database
  onBalance?: (userId: string, balance: number) => void
}) {
  const service = createLedgerService({ betDb, clock, db, onBalance })

  async function run(signal: AbortSignal): Promise<void> {
    while ((await service.dropOldAnswers()) > 0 && !signal.aborted);
  }
  return {
    service,
    stakes: createStakesService({ betDb, clock, db }),
    onBalance,
    jobs: [
      { name: 'housekeeping', everyMs: DROP_ANSWERS_EVERY_MS, run },
    ] satisfies Job[],
  }
}
