import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { journeys } from '#testing/browser/journeys.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { accountButton, newPlayer } from '#testing/browser/player.ts'
import { firstGamePath } from '../web/src/domain/play/first-game-path.ts'

const TALL = { width: 390, height: 844 }
const SHORT = { width: 360, height: 640 }
/** Of a phone's height; the rest is the game's. */
const CHROME_MAX = 0.22

test.each([TALL, SHORT])(
  'what stands above a game takes little of $width x $height',
  async (viewport) => {
    const page = await openPage({ viewport, hasTouch: true, isMobile: true })
    await newPlayer(page)
    for (const { title, path } of journeys) {
      await page.goto(path)
      const { top } = await edgesOf(page.getByRole('region', { name: title }))
      expect(top, title).toBeLessThanOrEqual(CHROME_MAX * viewport.height)
    }
  },
)

test.each([TALL, SHORT])(
  'a toast covers neither title nor tabs at $width x $height',
  async (viewport) => {
    const page = await openPage({ viewport, hasTouch: true, isMobile: true })
    const { username } = await newPlayer(page)
    await page.goto(firstGamePath)
    await accountButton(page, username, 1_000).tap()
    await page.getByRole('button', { name: 'Reset balance' }).tap()
    const told = page.getByText('Your balance has been reset to 1000 coins')
    const toast = page.getByRole('listitem').filter({ has: told })
    await toast.waitFor()
    await toast.evaluate((element) =>
      Promise.all(element.getAnimations().map(({ finished }) => finished)),
    )
    const { top, bottom } = await edgesOf(toast)
    const tabs = await edgesOf(page.getByRole('navigation', { name: 'Games' }))
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(tabs.top)
    const heading = page.getByRole('heading', { level: 1 })
    if (viewport === TALL) {
      expect(bottom).toBeLessThanOrEqual((await edgesOf(heading)).top)
    }
  },
)

async function edgesOf(element: Locator) {
  await element.waitFor()
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} is not shown`)
  return { top: box.y, bottom: box.y + box.height }
}
