import * as referrals from '#core/api/referrals.ts'
import { REFERRAL_CODE } from '#core/referrals/referrals.ts'
import { call } from '../../lib/call.ts'
import { logFailure } from '../../lib/error-message.ts'
import { pagePath } from '../../lib/page-path.ts'

/** Counts visits by a player's link, such as `?ref=<code>`. */
export async function trackReferral(search: string): Promise<void> {
  const referralCode = new URLSearchParams(search).get('ref')
  if (!referralCode || !REFERRAL_CODE.test(referralCode)) return
  try {
    await call(referrals.trackReferral, { body: { referralCode } })
  } catch (cause) {
    logFailure('The referral was not counted', cause)
  }
}

/** Returns the link whose visits count for the player's wallet. */
export function referralLink(origin: string, referralCode: string): string {
  const link = new URL(pagePath('/GumbyonSOL'), origin)
  link.searchParams.set('ref', referralCode)
  return link.href
}

/** Opens a prepared post on X. */
export function tweetIntent(link: string): string {
  const intent = new URL('https://twitter.com/intent/tweet')
  const text = `Gumby is stretching over to Solana on March 1st. No team tokens, no taxes, all bounce: ${link}`
  intent.searchParams.set('text', text)
  return intent.href
}
