import type { Job } from '../platform/jobs.ts'
import type { LedgerService } from './ledger.service.ts'

const EVERY_MS = 10 * 60 * 1_000

/** Drops what has served its time, portion by portion until none is left. */
export function housekeepingJob(ledger: LedgerService): Job {
  return {
    name: 'housekeeping',
    everyMs: EVERY_MS,
    async run(signal) {
      let dropped: number
      do dropped = await ledger.forgetOldAnswers()
      while (dropped > 0 && !signal.aborted)
    },
  }
}
