import type { Page } from 'playwright-core'
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

/** Pages per browser page, since a new one is expensive. */
const PAGES_MAX = 8
const groups = (['everyone', 'players', 'operators'] as const).flatMap(
  (access) => {
    const own = visits.filter((visit) => visit.access === access)
    const starts = own.map((_, at) => at).filter((at) => at % PAGES_MAX === 0)
    return starts.map((at) => ({ access, own: own.slice(at, at + PAGES_MAX) }))
  },
)

test.each(groups)(
  'pages for $access show on a phone, fit, have no barrier, and link to pages: $own.0.name and on',
  { timeout: 120_000 },
  async ({ access, own }) => {
    const page = await openLight({ viewport: PHONE })
    await enter(page, access)
    for (const { name, open } of own) {
      await open(page)
      await expectFit(page, WIDTHS_PX.phone)
      await expectOpenToAll(page, name)
      expect(await unknownLinks(page), name).toEqual([])
    }
  },
)

/** Returns the site's links without a page. */
async function unknownLinks(page: Page): Promise<string[]> {
  const links = await page
    .locator('a[href^="/"]')
    .evaluateAll((all) =>
      all.map((each) => each.getAttribute('href')?.replace(/[?#].*/, '') ?? ''),
    )
  const others = ['/verify.html', '/docs', '/docs/openapi.json']
  const known = [...pages.map(({ path }) => path), ...others]
  return links.filter(
    (path) => !known.includes(path) && !/^\/(api|verify)\//.test(path),
  )
}
