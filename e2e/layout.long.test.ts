import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { journeys } from '#testing/browser/journeys.ts'
import { overflowPx } from '#testing/browser/look.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  accountButton,
  newPlayer,
  openDrawer,
  openGame,
} from '#testing/browser/player.ts'
import { FALSE_SEED, tamper } from '#testing/browser/tamper.ts'
import { firstGamePath } from '../web/src/games/shared/first-game-path.ts'

const TALL = { width: 390, height: 844 }
const SHORT = { width: 360, height: 640 }
/** Share of a phone's height; the game has the rest. */
const CHROME_MAX = 0.22

test.each([TALL, SHORT])(
  'at $width x $height the chrome above a game is low, its link shows in full, and no complaint makes its panel grow',
  async (viewport) => {
    const page = await openPage({ viewport, hasTouch: true, isMobile: true })
    await newPlayer(page)
    for (const { title, path } of journeys) {
      await page.goto(path)
      const { top } = await readEdges(page.getByRole('region', { name: title }))
      expect(top, title).toBeLessThanOrEqual(CHROME_MAX * viewport.height)
      const link = page.getByRole('link', { name: title, exact: true })
      const { left, right } = await readEdges(link)
      expect(left, title).toBeGreaterThanOrEqual(0)
      expect(right, title).toBeLessThanOrEqual(viewport.width)
      await expectSteadyPanel(page)
    }
  },
)

async function expectSteadyPanel(page: Page): Promise<void> {
  const amount = page.getByLabel('Bet Amount')
  const panel = page.locator('form').filter({ has: amount })
  const { top, bottom } = await readEdges(panel)
  for (const [text, problem] of [
    ['0', 'The minimum bet is 1 coin'],
    ['1.000', 'Digits only, such as 1000'],
    ['1001', 'That’s more than you have'],
  ] as const) {
    await amount.fill(text)
    await page.getByText(problem, { exact: true }).waitFor()
  }
  const now = await readEdges(panel)
  expect(now.bottom - now.top).toBeLessThanOrEqual(bottom - top)
}

test.each([TALL, SHORT])(
  'a toast covers neither the balance nor the page at $width x $height',
  async (viewport) => {
    const page = await openPage({ viewport, hasTouch: true, isMobile: true })
    const { username } = await newPlayer(page)
    await page.goto(firstGamePath)
    const { right, bottom } = await readEdges(await showToast(page, username))
    const balance = await readEdges(accountButton(page, username, 1_000))
    const main = await readEdges(page.getByRole('main'))
    expect(right).toBeLessThanOrEqual(balance.left)
    expect(bottom).toBeLessThanOrEqual(main.top)
  },
)

test('toasts, lists and frames have the specified sizes on a wide screen', async () => {
  const page = await openPage({ viewport: { width: 1_280, height: 720 } })
  const { username } = await newPlayer(page)
  await page.goto(firstGamePath)
  await showToast(page, username)
  const toasts = await readEdges(page.locator('.toasts'))
  expect(toasts).toMatchObject({ left: 1_280 - 420, right: 1_280, bottom: 720 })

  const drawer = await openDrawer(page, username)
  const bets = page.getByRole('region', { name: 'Bet history' })
  expect(await readHeight(bets)).toBe(500)
  await drawer.getByRole('tab', { name: 'Provably Fair' }).click()
  const hashes = page.getByRole('region', { name: 'Recent Game Hashes' })
  expect(await readHeight(hashes.locator('.well'))).toBe(200)
  await page.setViewportSize(SHORT)
  expect(await overflowPx(page.getByRole('tablist'))).toBe(0)

  for (const [path, part, heightPx] of [
    ['/sports', ':has(> ul[aria-label="NBA games"])', 600],
    ['/chart', '.third-party', 600],
    ['/swap', '.third-party > iframe', 640],
  ] as const) {
    await page.goto(path)
    expect(await readHeight(page.locator(part)), path).toBe(heightPx)
  }
})

test('an alarm can be read and dismissed above the open drawer', async () => {
  const page = await openPage()
  const { username } = await openGame(page, firstGamePath)
  const drawer = await openDrawer(page, username, 'Provably Fair')
  await drawer.getByLabel('Client seed').waitFor()
  await tamper(page, '**/api/fairness', () => ({ root: FALSE_SEED }))
  const alarm = page.getByRole('alert').filter({ hasText: 'a different root' })
  await alarm.getByRole('button', { name: 'Dismiss' }).click()
  await alarm.waitFor({ state: 'detached' })
  expect(await drawer.isVisible()).toBe(true)
})

async function showToast(page: Page, username: string): Promise<Locator> {
  await accountButton(page, username, 1_000).click()
  const reset = page.getByRole('button', { name: 'Reset balance' })
  await reset.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Reset balance' })
    .click()
  const text = page.getByText('Your balance has been reset to 1000 coins')
  const toast = page.getByRole('listitem').filter({ has: text })
  await toast.waitFor()
  await toast.evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished)),
  )
  return toast
}

async function readHeight(element: Locator): Promise<number> {
  const { top, bottom } = await readEdges(element)
  return bottom - top
}

async function readEdges(element: Locator) {
  await element.waitFor()
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} is not shown`)
  const { x: left, y: top, width, height } = box
  return { left, top, right: left + width, bottom: top + height }
}
