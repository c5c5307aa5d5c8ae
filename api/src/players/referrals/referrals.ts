import { registerReferralWallet, trackReferral } from '#core/api/referrals.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import type { Module, Platform } from '../../platform/platform.ts'
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
    mount(serve) {
      serve(trackReferral, ({ body, req }) =>
        service.track(body.referralCode, networkOf(req.ip)),
      )
      serve(registerReferralWallet, ({ body }) => service.bind(body))
    },
    jobs: [referralsJob(service)],
  } satisfies Module & { service: ReferralsService }
}
