import { REFERRAL_CODE } from '#core/referrals/referral-code.ts'
import { sendJson } from './api-client.ts'
import { logFailure } from './log-failure.ts'

/** Counts that somebody came by a player's link, such as `?ref=<code>`. */
export async function trackReferral(search: string): Promise<void> {
  const referralCode = new URLSearchParams(search).get('ref')
  if (!referralCode || !REFERRAL_CODE.test(referralCode)) return
  try {
    await sendJson('POST', '/api/referral/track', { body: { referralCode } })
  } catch (cause) {
    logFailure('The referral was not counted', cause)
  }
}
