import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openPage, type Visit } from './open-page.ts'
import { overflowPx } from './overflow-px.ts'
import { violationsOn } from './violations.ts'

/** Pages open in the first. */
export const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** The narrowest phone, and two widths at which pages look different. */
export const WIDTHS_PX = { narrowest: 360, phone: 390, desktop: 1_440 }
const HEIGHT_PX = 900

/** Nothing moves on it, so no colour is judged while it fades in. */
export function openLight(visit: Visit = {}): Promise<Page> {
  return openPage({ ...visit, colorScheme: 'light' })
}

/** As the system does it, on pages that ask it only once, too. */
export async function putOn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate(async (value) => {
    document.documentElement.dataset.theme = value
    // A colour that is still changing is none of the theme's.
    const changes = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(({ finished }) => finished)
    while (changes().length > 0) await Promise.allSettled(changes())
  }, theme)
}

/** Claims that nothing reaches over the side at that width. */
export async function expectFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT_PX })
  const overflow = () => overflowPx(page.locator('html'))
  await expect.poll(overflow, { message: `${width} px` }).toBe(0)
}

/** Claims that it keeps nobody out, as far as axe can tell. */
export async function expectOpenToAll(page: Page, what: string): Promise<void> {
  const barriers = (await violationsOn(page))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  expect(barriers, what).toEqual([])
}
