import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { openPage } from '#testing/browser/open-page.ts'

type Theme = 'light' | 'dark'

test.each<[Theme, Theme | undefined, Theme]>([
  ['light', undefined, 'light'],
  ['dark', undefined, 'dark'],
  ['light', 'dark', 'dark'],
  ['dark', 'light', 'light'],
])(
  'where the system is %s and the choice %s, the first paint is %s',
  async (colorScheme, choice, shown) => {
    const localStorage = choice ? [{ name: 'theme', value: choice }] : []
    const page = await openPage({
      colorScheme,
      storageState: {
        cookies: [],
        origins: [{ origin: inject('productUrl'), localStorage }],
      },
    })
    await page.addInitScript(noteFirstTheme)
    await page.goto('/terms')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate(() => document.body.dataset.first)).toBe(shown)
    expect(await readTheme(page)).toBe(shown)
  },
)

test('an open page follows the system until the player chooses', async () => {
  const page = await openPage({ colorScheme: 'light' })
  await page.goto('/terms')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => readTheme(page)).toBe('dark')
  await page.getByRole('switch', { name: 'Light theme' }).click()
  await expect.poll(() => readTheme(page)).toBe('light')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await readTheme(page)).toBe('light')
})

function readTheme(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.dataset.theme ?? 'dark')
}

/** Returns the theme at the start of the body, before anything is painted. */
function noteFirstTheme(): void {
  const observer = new MutationObserver(() => {
    if (!document.body) return
    observer.disconnect()
    document.body.dataset.first =
      document.documentElement.dataset.theme ?? 'dark'
  })
  observer.observe(document, { childList: true, subtree: true })
}
