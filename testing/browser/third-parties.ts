import type { BrowserContext, Request } from 'playwright-core'
import { getSiteLinks, SITE_DEFAULTS } from '#core/api/site.ts'
import {
  FRAMES,
  thirdPartyUrl,
} from '../../web/src/pages/frames/third-party-url.ts'

export const PRICE_USD = 0.21345678

const siteLinks = getSiteLinks(SITE_DEFAULTS)

/** Hosts that the site's frames may request. */
const hosts = FRAMES.map((name) => thirdPartyUrl(name, siteLinks)?.host)

/** Returns true if the site names the host of the URL. */
export function isThirdParty(url: URL): boolean {
  return hosts.includes(url.host)
}

/** Answers for third parties, so that journeys need no internet. */
export async function stubThirdParties(context: BrowserContext): Promise<void> {
  await context.route(isThirdParty, (route) => {
    const { pathname } = new URL(route.request().url())
    const headers = { 'Access-Control-Allow-Origin': '*' }
    return pathname.includes(siteLinks.pair.address)
      ? route.fulfill({ headers, json: { pair: { priceUsd: `${PRICE_USD}` } } })
      : route.fulfill({
          headers,
          contentType: 'text/html',
          body: '<!doctype html><html lang="en"><title>Third party</title><main><h1>A third-party page</h1></main>',
        })
  })
}

/** Returns true for requests of third-party frames. */
export function isFromThirdPartyFrame(request: Request): boolean {
  const frame = request.frame()
  return [frame, frame.parentFrame()].some(
    (each) =>
      each && URL.parse(each.url())?.pathname.startsWith('/frames/') === true,
  )
}
