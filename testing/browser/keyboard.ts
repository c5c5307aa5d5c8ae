import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

export const POLLING = { interval: 50 }

export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === document.activeElement)
}

/** Waits for the focus, which an animation may delay. */
export async function expectFocus(element: Locator): Promise<void> {
  await expect.poll(() => hasFocus(element), POLLING).toBe(true)
}
