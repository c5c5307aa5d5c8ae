import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { SIZES, setTheme, THEMES } from '#testing/browser/look.ts'
import { PROJECT_ROOT } from '../../scripts/product/launch-config.ts'

const FOLDER = join(PROJECT_ROOT, 'artifacts/screenshots')

type Shot = {
  /** Name of the file, without size and theme. */
  name: string
  /** Takes the viewport instead of the whole page. */
  isInSight?: boolean
}

/** Takes a screenshot at each size, light and dark. */
export async function shoot(
  page: Page,
  { name, isInSight = false }: Shot,
): Promise<void> {
  const file = name.replace(/^\//, '').replaceAll(/[^\w]+/g, '-') || 'landing'
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height })
    for (const theme of THEMES) {
      await setTheme(page, theme)
      // Fixed elements are drawn at the scroll position.
      if (!isInSight) await page.evaluate(() => scrollTo(0, 0))
      await page.screenshot({
        path: join(FOLDER, `${file}.${width}x${height}.${theme}.png`),
        fullPage: !isInSight,
        animations: 'disabled',
      })
    }
  }
}
