import * as referrals from '#core/api/referrals.ts'
import { REFERRAL_CODE } from '#core/referrals/referrals.ts'
import { call } from './call.ts'
import { logFailure } from './log-failure.ts'

/** Counts that somebody came by a player's link, such as `?ref=<code>`. */
export async function trackReferral(search: string): Promise<void> {
  const referralCode = new URLSearchParams(search).get('ref')
  if (!referralCode || !REFERRAL_CODE.test(referralCode)) return
  try {
    await call(referrals.trackReferral, { body: { referralCode } })
  } catch (cause) {
    logFailure('The referral was not counted', cause)
  }
}
