import * as z from 'zod/mini'
import { type SiteLinks, siteLinks } from '#core/api/site.ts'
import type { FrameMessage } from '../pages/frames/frame-messages.ts'

export async function fetchSiteLinks(): Promise<SiteLinks> {
  const answer = await fetch('/api/site')
  return siteLinks.parse(await answer.json())
}

const ANSWER_AFTER_MS_MAX = 10_000

/** Fetches without cookies and without a referrer, and times out. */
export function fetchThirdParty(
  url: URL,
  init: RequestInit = {},
): Promise<Response> {
  return fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(ANSWER_AFTER_MS_MAX),
    ...init,
  })
}

const pairAnswer = z.object({
  pair: z.object({ priceUsd: z.string().check(z.regex(/^\d+(\.\d+)?$/)) }),
})

/** Returns the price in a market-data service's response about a pair. */
export function priceUsd(answer: unknown): number {
  return Number(pairAnswer.parse(answer).pair.priceUsd)
}

/** Posts a message to the surrounding page, which is of the same site. */
export function notifyPage(message: FrameMessage): void {
  parent.postMessage(message, location.origin)
}
