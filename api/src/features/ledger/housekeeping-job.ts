import type { Job } from '../../platform/jobs.ts'
import type { LedgerService } from './ledger.service.ts'

const EVERY_MS = 10 * 60 * 1_000

/** Drops what has served its time. */
export function housekeepingJob(ledger: LedgerService): Job {
  return {
    name: 'housekeeping',
    everyMs: EVERY_MS,
    run: () => ledger.forgetOldAnswers(),
  }
}
