import type { Page } from 'playwright-core'

/** What wallet code brings along, and nothing else of ours does. */
export const WALLET_CODE = /rainbowkit|wagmi|viem@|eip6963:requestProvider/i

/** Text of each script that the page has loaded. */
export function scriptsOf(page: Page): Promise<string>[] {
  const texts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') {
      texts.push(response.text())
    }
  })
  return texts
}
