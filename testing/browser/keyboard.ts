import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const TABS_MAX = 60
const POLLING = { interval: 50 }

function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === document.activeElement)
}

/** Waits for the focus, which an animation may delay. */
export async function expectFocus(element: Locator): Promise<void> {
  await expect.poll(() => hasFocus(element), POLLING).toBe(true)
}

/** Presses Tab until the element has the focus, which has to be visible everywhere. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(unseenFocus), POLLING).toBeNull()
  }
  throw new Error(`${TABS_MAX} presses of Tab did not lead to ${target}`)
}

/** Returns the focused element if its focus is invisible. */
function unseenFocus(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  const isOutlined =
    outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  // Fields show the focus by the colour around them.
  const isShown = isOutlined || focused.closest('.well:focus-within') !== null
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  const isInSight =
    bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  return isShown && isInSight ? null : focused.outerHTML.slice(0, 200)
}
