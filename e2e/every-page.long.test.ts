import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { flipHeads, waitForOutcome } from '#testing/browser/flip.ts'
import {
  expectFit,
  expectOpenToAll,
  openLight,
  overflowPx,
  setTheme,
  THEMES,
  WIDTHS_PX,
} from '#testing/browser/look.ts'
import { eachOverlay } from '#testing/browser/overlays.ts'
import { openFirst, visits, waitForPage } from '#testing/browser/pages.ts'
import { openGame } from '#testing/browser/player.ts'
import { isThirdParty } from '#testing/browser/third-parties.ts'
import { pages as entries } from '../web/src/app/pages.ts'
import { firstGamePath } from '../web/src/games/shared/first-game-path.ts'

const { narrowest, phone, desktop } = WIDTHS_PX

test.each(visits)(
  '$name has no barrier and fits every width, in light and dark',
  { timeout: 180_000 },
  async (visit) => {
    const page = await openLight()
    await openFirst(page, visit)
    for (const theme of THEMES) {
      await setTheme(page, theme)
      // The API reference sets its colours when it loads.
      if (visit.name === '/docs') await openFirst(page, visit)
      await expectFit(page, narrowest)
      for (const width of [phone, desktop]) {
        await expectFit(page, width)
        await expectOpenToAll(page, `${theme}, ${width} px`)
      }
    }
  },
)

/** Redirecting pages, and records, which need a round. */
const LEADING_ON = ['/auth', '/sports/games', '/verify/:id']

/** Browsers log each blocked request. */
const BLOCKED = /net::ERR_FAILED at https:/

test('public pages have no axe findings while signed in, with all third parties blocked', {
  timeout: 180_000,
}, async () => {
  const page = await openLight({ complaints: [BLOCKED] })
  await page.context().route(isThirdParty, (route) => route.abort())
  await openGame(page, firstGamePath)
  await page.setViewportSize({ width: phone, height: 844 })
  for (const entry of entries) {
    const { access, path } = entry
    if (access !== 'everyone' || LEADING_ON.includes(path)) continue
    await page.goto(path)
    await waitForPage(page, entry)
    for (const theme of THEMES) {
      await setTheme(page, theme)
      await expectOpenToAll(page, `${path}, signed in, ${theme}`)
    }
  }
})

test(
  'overlays have no barrier, in light and dark',
  { timeout: 180_000 },
  async () => expectOpenOverlays(await openLight()),
)

test("the API reference sends a request under the site's own policy", async () => {
  const page = await openLight()
  await page.goto('/docs')
  await page.getByText('GET/api/casino-stats').click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.getByText('"totalBetsPlaced"').first().waitFor()
})

test('moves nothing under reduced motion, and shows the result', async () => {
  const page = await openLight()
  await openGame(page, '/coinflip')
  // Checks every frame, since locators check twice a second.
  const movements = page.waitForFunction((name) => {
    const coin = document.querySelector(`[role=img][aria-label="${name}"]`)
    return coin
      ?.getAnimations({ subtree: true })
      .filter(({ playState }) => playState === 'running')
      .flatMap(({ effect }) =>
        effect instanceof KeyframeEffect
          ? effect.getKeyframes().flatMap((frame) => Object.keys(frame))
          : [],
      )
  }, 'The coin is in the air')
  const [answer, seen] = await Promise.all([flipHeads(page), movements])
  const properties = (await seen.jsonValue()) ?? []
  // Fading is not motion.
  expect(
    properties.filter((each) => /transform|translate|rotate|scale/.test(each)),
  ).toEqual([])
  await waitForOutcome(page, answer)
})

/** Opens all overlays, and expects no serious findings of axe. */
async function expectOpenOverlays(page: Page): Promise<void> {
  await eachOverlay(page, async (name) => {
    for (const theme of THEMES) {
      await setTheme(page, theme)
      await expectOpenToAll(page, `${name}, ${theme}`)
    }
    await expectFit(page, WIDTHS_PX.narrowest)
    for (const dialog of await page.getByRole('dialog').all()) {
      expect(await overflowPx(dialog), name).toBe(0)
    }
    await expectFit(page, WIDTHS_PX.desktop)
  })
}
