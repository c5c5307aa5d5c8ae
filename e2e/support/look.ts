import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { openPage } from './open-page.ts'
import { overflowPx } from './overflow-px.ts'

export type Theme = 'dark' | 'light'

/** The narrowest phone, and two widths at which pages look different. */
export const WIDTHS_PX = { narrowest: 360, phone: 390, desktop: 1_440 }
const HEIGHT_PX = 900

/** Nothing moves on it, so no colour is judged while it fades in. */
export function openThemed(theme: Theme): Promise<Page> {
  const look = { name: 'theme', value: theme }
  const here = { origin: inject('productUrl'), localStorage: [look] }
  return openPage({ storageState: { cookies: [], origins: [here] } })
}

/** Claims that nothing reaches over the side at that width. */
export async function expectFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT_PX })
  expect(await overflowPx(page.locator('html')), `${width} px`).toBe(0)
}

/** Claims that it keeps nobody out, as far as axe can tell. */
export async function expectOpenToAll(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const barriers = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  expect(barriers, what).toEqual([])
}
