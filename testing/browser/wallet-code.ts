import type { Page } from 'playwright-core'

/** What wallet code brings along, and nothing else of ours does. */
export const WALLET_CODE = /rainbowkit|wagmi|viem@/i

/**
 * Notes the scripts that a page loads from now on.
 *
 * @returns gives their texts, as the house has them.
 */
export function scriptsOf(page: Page): () => Promise<string[]> {
  const urls = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') urls.add(request.url())
  })
  return () =>
    Promise.all(
      Array.from(urls, async (url) => (await page.request.get(url)).text()),
    )
}
