import { type SiteLinks, siteLinks } from '#core/api/site.ts'

export async function fetchSiteLinks(): Promise<SiteLinks> {
  const answer = await fetch('/api/site')
  return siteLinks.parse(await answer.json())
}
