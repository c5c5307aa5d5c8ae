import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openPage, type Visit } from './open-page.ts'

/** Pages open in the first. */
export const THEMES = ['light', 'dark'] as const

/** The narrowest phone, and two widths at which pages look different. */
export const WIDTHS_PX = { narrowest: 360, phone: 390, desktop: 1_440 }
const HEIGHT_PX = 900

/** Opens a page on which nothing moves: no colour is judged as it fades in. */
export function openLight(visit: Visit = {}): Promise<Page> {
  return openPage({ ...visit, colorScheme: 'light' })
}

/** Does it as the system would, also on pages that read it only once. */
export async function putOn(
  page: Page,
  theme: (typeof THEMES)[number],
): Promise<void> {
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

/** Returns how far an element's contents can be scrolled sideways. */
export function overflowPx(element: Locator): Promise<number> {
  return element.evaluate(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  )
}

/** Claims that nothing reaches over the side at that width. */
export async function expectFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT_PX })
  const overflow = () => overflowPx(page.locator('html'))
  await expect.poll(overflow, { message: `${width} px`, interval: 50 }).toBe(0)
}

/** Claims that axe finds nothing serious. */
export async function expectOpenToAll(page: Page, what: string): Promise<void> {
  const barriers = (await violationsOn(page))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  expect(barriers, what).toEqual([])
}

/** Claims that axe finds nothing at all. */
export async function expectNoBarrier(page: Page): Promise<void> {
  const violations = await violationsOn(page)
  expect(violations.map(({ id }) => id)).toEqual([])
}

/**
 * Runs axe in the page itself, which has no frames of others: another window
 * for the findings costs three times as much.
 */
async function violationsOn(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations
}
