import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { referralsReference } from './referrals.reference.ts'
import { referralsRoutes } from './referrals.routes.ts'
import { ReferralsService } from './referrals.service.ts'
import { ReferralsStore } from './referrals.store.ts'
import { referralsJob } from './referrals-job.ts'

/** Links that players share, and how often others follow them. */
export function openReferrals({
  clock,
  db,
  entropy,
}: Pick<Platform, 'clock' | 'db' | 'entropy'>) {
  const store = new ReferralsStore(db)
  const service = new ReferralsService({ db, store, clock, entropy })
  return {
    service,
    reference: [referralsReference],
    routes: () => referralsRoutes(service),
    jobs: [referralsJob(service)],
  } satisfies Feature & { service: ReferralsService }
}
