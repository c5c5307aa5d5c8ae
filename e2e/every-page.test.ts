import { test } from 'vitest'
import {
  expectFit,
  expectOpenToAll,
  openThemed,
  WIDTHS_PX,
} from './support/look.ts'
import { expectOpenOverlays } from './support/overlays.ts'
import { pages } from './support/pages.ts'

test.each(Object.entries(pages))(
  '%s in dark on a phone has no barrier and fits',
  async (_name, open) => {
    const page = await openThemed('dark')
    await open(page)
    await expectFit(page, WIDTHS_PX.narrowest)
    await expectFit(page, WIDTHS_PX.phone)
    await expectOpenToAll(page, 'phone')
  },
)

test('menu, drawer and shield in dark have no barrier', async () => {
  await expectOpenOverlays(await openThemed('dark'))
})
