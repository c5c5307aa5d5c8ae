import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === document.activeElement)
}

/** It may take an animation until the focus is there. */
export async function expectFocus(element: Locator): Promise<void> {
  await expect.poll(() => hasFocus(element)).toBe(true)
}
