import { pagePath } from '../../lib/page-path.ts'

/** The link that a player shares: clicks on it count for their wallet. */
export function referralLink(origin: string, referralCode: string): string {
  const link = new URL(pagePath('/GumbyonSOL'), origin)
  link.searchParams.set('ref', referralCode)
  return link.href
}

/** Opens a post on X that only has to be sent. */
export function tweetIntent(link: string): string {
  const intent = new URL('https://twitter.com/intent/tweet')
  const text = `Gumby is stretching over to Solana on March 1st. No team tokens, no taxes, all bounce: ${link}`
  intent.searchParams.set('text', text)
  return intent.href
}
