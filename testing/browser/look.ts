import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openPage, type Visit } from './open-page.ts'

/** Pages open in the first one. */
export const THEMES = ['light', 'dark'] as const

/** The narrowest phone, and two widths with different layouts. */
export const WIDTHS_PX = { narrowest: 360, phone: 390, desktop: 1_440 }
const HEIGHT_PX = 900

/** In pixels: phones, a tablet, a phone in landscape, screens, and one at 200 %. */
export const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 768, height: 1_024 },
  { width: 844, height: 390 },
  { width: 1_280, height: 720 },
  { width: 1_440, height: 900 },
  { width: 720, height: 450 },
] as const

/** Opens a page without motion, so that no colour is judged while it fades in. */
export function openLight(visit: Visit = {}): Promise<Page> {
  return openPage({ ...visit, colorScheme: 'light' })
}

/** Sets the theme as the system does, also on pages that read it once. */
export async function setTheme(
  page: Page,
  theme: (typeof THEMES)[number],
): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate(async (value) => {
    document.documentElement.dataset.theme = value
    // Transitions show colours of neither theme.
    const changes = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(({ finished }) => finished)
    while (changes().length > 0) await Promise.allSettled(changes())
  }, theme)
}

/** Returns how far an element can be scrolled sideways. */
export function overflowPx(element: Locator): Promise<number> {
  return element.evaluate(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  )
}

/** Expects nothing beyond the side of the window. */
export async function expectFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT_PX })
  const overflow = () => overflowPx(page.locator('html'))
  await expect.poll(overflow, { message: `${width} px`, interval: 50 }).toBe(0)
}

/** Expects no serious findings of axe. */
export async function expectOpenToAll(page: Page, what: string): Promise<void> {
  const barriers = (await findViolations(page))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  expect(barriers, what).toEqual([])
}

/** Expects no findings of axe. */
export async function expectNoBarrier(page: Page): Promise<void> {
  const violations = await findViolations(page)
  expect(violations.map(({ id }) => id)).toEqual([])
}

/** Runs axe in the page, which has no foreign frames; a second window takes three times as long. */
async function findViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations
}
