import type { Job } from '../../platform/jobs.ts'
import type { ReferralsService } from './referrals.service.ts'

const EVERY_MS = 60 * 60 * 1_000

/** Keeps who followed which link for the day alone. */
export function referralsJob(referrals: ReferralsService): Job {
  return {
    name: 'referrals',
    everyMs: EVERY_MS,
    run: () => referrals.forget(),
  }
}
