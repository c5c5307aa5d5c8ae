import type { BrowserContext, Request } from 'playwright-core'
import { SITE_DEFAULTS, siteLinksOf } from '#core/api/site.ts'
import { FRAMES } from '../../web/src/pages/frames/frame-path.ts'
import { thirdPartyUrl } from '../../web/src/pages/frames/third-party-url.ts'

export const PRICE_USD = 0.21345678

const siteLinks = siteLinksOf(SITE_DEFAULTS)

/** Hosts that the site's frames may request. */
const hosts = FRAMES.map((name) => thirdPartyUrl(name, siteLinks)?.host)

/** Whether the house names the URL's host. */
export function isThirdParty(url: URL): boolean {
  return hosts.includes(url.host)
}

/** Answers in their place, so that no journey needs the internet. */
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

/** Whether a request comes from a third-party frame. */
export function isFromThirdPartyFrame(request: Request): boolean {
  const frame = request.frame()
  return [frame, frame.parentFrame()].some(
    (each) =>
      each && URL.parse(each.url())?.pathname.startsWith('/frames/') === true,
  )
}
