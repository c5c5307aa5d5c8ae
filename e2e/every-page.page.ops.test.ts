import { test } from 'vitest'
import {
  expectFit,
  expectOpenToAll,
  openThemed,
  WIDTHS_PX,
} from './support/look.ts'
import { expectOpenOverlays } from './support/overlays.ts'
import { pages } from './support/pages.ts'

const { narrowest, phone, desktop } = WIDTHS_PX

test.each(Object.entries(pages))(
  '%s in dark on a desktop has no barrier and fits',
  async (_name, open) => {
    const page = await openThemed('dark')
    await open(page)
    await expectFit(page, desktop)
    await expectOpenToAll(page, 'desktop')
  },
)

test.each(Object.entries(pages))(
  '%s in light has no barrier and fits every width',
  async (_name, open) => {
    const page = await openThemed('light')
    await open(page)
    await expectFit(page, narrowest)
    for (const width of [phone, desktop]) {
      await expectFit(page, width)
      await expectOpenToAll(page, `${width} px`)
    }
  },
)

test('menu, drawer and shield in light have no barrier', async () => {
  await expectOpenOverlays(await openThemed('light'))
})
