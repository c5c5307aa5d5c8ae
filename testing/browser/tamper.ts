import type { Page } from 'playwright-core'

type Json = Record<string, unknown>

export const FALSE_SEED = 'f00d'.repeat(16)

/** Changes JSON responses on their way to the page. */
export async function tamper(
  page: Page,
  url: string,
  change: (answer: Json) => Json,
): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, ...change(json) } })
  })
}
