import type { Page } from 'playwright-core'

type Json = Record<string, unknown>

export const FALSE_SEED = 'f00d'.repeat(16)

export function otherSide(side: unknown) {
  return side === 'heads' ? 'tails' : 'heads'
}

/** Between the house and the page sits a liar, who changes each JSON answer. */
export async function tamper(
  page: Page,
  url: string,
  lie: (answer: Json) => Json,
): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: lie(await response.json()) })
  })
}
