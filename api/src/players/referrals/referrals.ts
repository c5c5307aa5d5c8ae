import { registerReferralWallet, trackReferral } from '#core/api/referrals.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import type { Module, Platform } from '../../platform/platform.ts'
import { ReferralsService } from './referrals.service.ts'
import { ReferralsStore } from './referrals.store.ts'

const FORGET_EVERY_MS = 60 * 60 * 1_000

/** Opens referral links and their click counts. */
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
    jobs: [
      {
        name: 'referrals',
        everyMs: FORGET_EVERY_MS,
        run: () => service.forget(),
      },
    ],
  } satisfies Module & { service: ReferralsService }
}
