import type { Locator } from 'playwright-core'

/** How far an element's contents can be pushed sideways. */
export function overflowPx(element: Locator): Promise<number> {
  return element.evaluate(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  )
}
