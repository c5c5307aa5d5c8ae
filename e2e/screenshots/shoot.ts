import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { putOn, SIZES, THEMES } from '#testing/browser/look.ts'
import { PROJECT_ROOT } from '../../scripts/product/launch-config.ts'

const FOLDER = join(PROJECT_ROOT, 'artifacts/screenshots')

type Shot = {
  /** The file's name, less size and theme. */
  name: string
  /** Instead of all of the page, what is in sight of it. */
  isInSight?: boolean
}

/** Takes a picture at each size, in light and dark. */
export async function shoot(
  page: Page,
  { name, isInSight = false }: Shot,
): Promise<void> {
  const file = name.replace(/^\//, '').replaceAll(/[^\w]+/g, '-') || 'landing'
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height })
    for (const theme of THEMES) {
      await putOn(page, theme)
      // What is fixed stands where it was scrolled to.
      if (!isInSight) await page.evaluate(() => scrollTo(0, 0))
      await page.screenshot({
        path: join(FOLDER, `${file}.${width}x${height}.${theme}.png`),
        fullPage: !isInSight,
        animations: 'disabled',
      })
    }
  }
}
