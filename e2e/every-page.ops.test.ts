import { expect, test } from 'vitest'
import {
  expectFit,
  expectOpenToAll,
  openLight,
  WIDTHS_PX,
} from '#testing/browser/look.ts'
import { enter, visits } from '#testing/browser/pages.ts'
import { pages } from '../web/src/app/pages.ts'

const PHONE = { width: WIDTHS_PX.phone, height: 900 }
const known = [...pages.map(({ path }) => path), '/verify.html', '/docs']

// One page goes through all, as a new one costs more than what is claimed on it.
test.each(['everyone', 'players', 'operators'] as const)(
  'every page for %s shows on a phone, fits and has no barrier, and its links lead to pages',
  { timeout: 180_000 },
  async (access) => {
    const page = await openLight({ viewport: PHONE })
    await enter(page, access)
    for (const { name, open } of visits.filter(
      (each) => each.access === access,
    )) {
      await open(page)
      await expectFit(page, WIDTHS_PX.phone)
      await expectOpenToAll(page, name)
      const links = await page
        .locator('a[href^="/"]')
        .evaluateAll((all) =>
          all.map((each) => (each as HTMLAnchorElement).pathname),
        )
      const unknown = links.filter(
        (path) => !known.includes(path) && !path.startsWith('/verify/'),
      )
      expect(unknown, name).toEqual([])
    }
  },
)
