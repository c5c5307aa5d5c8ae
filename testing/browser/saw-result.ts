import type { Page } from 'playwright-core'

/** Waits until the line under the game's table says this. */
export async function sawResult(
  page: Page,
  game: string,
  story: string | RegExp,
): Promise<void> {
  await page
    .getByRole('region', { name: game })
    .getByRole('status')
    .filter({ hasText: story })
    .waitFor()
}
