import type { FrameName } from '../src/domain/frames/frame-path.ts'
import { thirdPartyUrl } from '../src/domain/frames/third-party-url.ts'
import type { SiteLinks } from '../src/domain/site/site-links.ts'

/** Sources that a frame may connect to and embed: its own third party alone. */
export function framePolicy(name: FrameName, links: SiteLinks): string[] {
  const url = thirdPartyUrl(name, links)
  if (!url) return []
  // Redirects between a site's own hosts have to pass the policy, too.
  const site = `${url.origin} ${url.protocol}//*.${url.host}`
  const asked = `connect-src ${site}`
  return name === 'price' ? [asked] : [asked, `frame-src ${site}`]
}
