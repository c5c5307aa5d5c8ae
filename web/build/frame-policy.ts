import type { FrameName } from '../src/domain/frames/frame-path.ts'
import { thirdPartyUrl } from '../src/domain/frames/third-party-url.ts'
import type { SiteLinks } from '../src/domain/site/site-links.ts'

/** Whom a frame may ask and show: the one that the house names for it. */
export function framePolicy(name: FrameName, links: SiteLinks): string[] {
  const url = thirdPartyUrl(name, links)
  if (!url) return []
  // Sites move between their names, and a policy also judges where they lead.
  const site = `${url.origin} ${url.protocol}//*.${url.host}`
  const asked = `connect-src ${site}`
  return name === 'price' ? [asked] : [asked, `frame-src ${site}`]
}
