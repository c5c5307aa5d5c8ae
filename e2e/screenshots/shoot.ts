import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { putOn, THEMES } from '#testing/browser/look.ts'
import { PROJECT_ROOT } from '../../scripts/lib/launch-config.ts'

const FOLDER = join(PROJECT_ROOT, 'artifacts/screenshots')

type Size = { width: number; height: number }
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1_440, height: 900 }
export const USUAL: readonly Size[] = [PHONE, DESKTOP]
/** The narrowest phone and the widest screen. */
export const EXTREMES: readonly Size[] = [
  { width: 360, height: 640 },
  { width: 3_840, height: 2_160 },
]

type Shot = {
  /** The file's name, less size and theme. */
  name: string
  sizes?: readonly Size[]
  /** Instead of all of the page, what is in sight of it. */
  isInSight?: boolean
}

/** Takes a picture at each size, in light and dark. */
export async function shoot(
  page: Page,
  { name, sizes = USUAL, isInSight = false }: Shot,
): Promise<void> {
  const file = name.replace(/^\//, '').replaceAll(/[^\w]+/g, '-') || 'landing'
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const theme of THEMES) {
      await putOn(page, theme)
      // What is fixed stands where it was scrolled to.
      if (!isInSight) await page.evaluate(() => scrollTo(0, 0))
      await page.screenshot({
        path: join(FOLDER, `${file}.${size.width}.${theme}.png`),
        fullPage: !isInSight,
        animations: 'disabled',
      })
    }
  }
}
