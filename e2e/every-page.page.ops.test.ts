import { test } from 'vitest'
import {
  expectFit,
  expectOpenToAll,
  openLight,
  putOn,
  THEMES,
  WIDTHS_PX,
} from './support/look.ts'
import { expectOpenOverlays } from './support/overlays.ts'
import { pages } from './support/pages.ts'

const { narrowest, phone, desktop } = WIDTHS_PX

test.each(Object.entries(pages))(
  '%s has no barrier and fits every width, in light and dark',
  async (_name, open) => {
    const page = await openLight()
    await open(page)
    for (const theme of THEMES) {
      await putOn(page, theme)
      await expectFit(page, narrowest)
      for (const width of [phone, desktop]) {
        await expectFit(page, width)
        await expectOpenToAll(page, `${theme}, ${width} px`)
      }
    }
  },
)

test('menu, drawer and shield have no barrier, in light and dark', async () => {
  await expectOpenOverlays(await openLight())
})
