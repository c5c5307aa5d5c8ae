import type { ElementHandle, Page } from 'playwright-core'

/**
 * Waits for a picture of that name that is gone a second or two later: looks at
 * every frame, where a locator looks twice a second.
 */
export async function sawBriefly(
  page: Page,
  name: string,
): Promise<ElementHandle<HTMLElement | SVGElement>> {
  const found = await page.waitForFunction(
    (label) =>
      document.querySelector<HTMLElement | SVGElement>(
        `[role=img][aria-label="${label}"]`,
      ),
    name,
  )
  const picture = found.asElement()
  if (!picture) throw new Error(`no picture "${name}"`)
  return picture
}
