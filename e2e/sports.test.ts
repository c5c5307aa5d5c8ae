import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { expectFocus } from '#testing/browser/focus.ts'
import { expectFit, expectOpenToAll, WIDTHS_PX } from '#testing/browser/look.ts'
import { breakFeed, JourneyGame } from '#testing/browser/offered-game.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { accountButton, newPlayer } from '#testing/browser/player.ts'
import { unfold } from '#testing/browser/proof.ts'

/** Pre-game odds of more than ten minutes ago take no bets. */
const FRESH_MS = 600_000
const GAMES = '**/api/sports/games?*'

/** Has the page ask again, as it does of whoever comes back to it. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
}

test('a bet by the keyboard, odds that move, the game played out, and the end pushed', async () => {
  const game = new JourneyGame('Boston Celtics', 'Miami Heat')
  await game.price(-150, 130)
  // The refusal of a price that has moved.
  const page = await openPage({ complaints: [/status of 409 /] })
  const { username } = await newPlayer(page)
  await game.untilListed(page, (listed) => listed !== undefined)
  await page.goto('/sports')
  const card = game.cardOn(page)
  const offer = card.getByRole('button', { name: `${game.home} to win, -150` })

  await offer.waitFor()
  const list = await page.locator('.sports-list').boundingBox()
  expect(list?.height).toBe(600)
  await offer.focus()
  await page.keyboard.press('Enter')
  const amount = page.getByLabel('Bet Amount')
  await expectFocus(amount)
  await page.getByText('6.67').waitFor()
  await expectFit(page, WIDTHS_PX.narrowest)
  await expectFit(page, WIDTHS_PX.phone)
  await expectOpenToAll(page, 'phone')
  await amount.focus()
  await page.keyboard.press('Enter')
  await accountButton(page, username, 990).waitFor()
  await expectFocus(offer)

  // What this page has heard of the odds is what it goes on to show.
  const heard = await (
    await page.request.get('/api/sports/games?sport=basketball_nba')
  ).text()
  await page.route(GAMES, (route) =>
    route.fulfill({ body: heard, contentType: 'application/json' }),
  )
  await game.price(-1000, 700)
  await game.untilListed(page, (listed) =>
    JSON.stringify(listed).includes('-1000'),
  )
  await offer.click()
  // A question under way would bring the old price back over the new one.
  await Promise.all([page.waitForResponse(GAMES), comeBack(page)])
  const before = await card.boundingBox()
  await page.getByRole('button', { name: 'Place Bet' }).click()
  await page.getByText('The odds have moved: -150 is -1000 now.').waitFor()
  await card.getByRole('button', { name: /-1000/ }).waitFor()
  expect((await card.boundingBox())?.height).toBe(before?.height)
  await page.getByRole('button', { name: 'Accept -1000' }).click()
  await accountButton(page, username, 980).waitFor()
  await page.unroute(GAMES)

  const asked: string[] = []
  page.on('request', (one) => asked.push(new URL(one.url()).pathname))
  await page.getByRole('tab', { name: 'My Bets' }).click()
  const bets = page.getByRole('list', { name: 'Your bets' })
  await expect.poll(() => bets.getByText('Pending').count()).toBe(2)
  await game.say({ startsAtMs: Date.now() - 60_000 })
  await game.untilListed(page, (listed) => listed?.live === true)
  await game.say({ completed: true, score: { home: 101, away: 99 } })
  await page.getByText('Winner!', { exact: true }).waitFor()
  // 10 at -150 pay 16, 10 at -1000 pay 11.
  await accountButton(page, username, 1_007).waitFor()
  await bets.getByText('Won', { exact: true }).nth(1).waitFor()
  expect(asked).not.toContain('/api/user')
  await expectEvidence(page)
})

/** Keeps from the page the games of journeys beside this one, fresh or not. */
async function showAlone(page: Page, { id }: JourneyGame): Promise<void> {
  await page.route(GAMES, async (route) => {
    const response = await route.fetch()
    const games: { id: string }[] = await response.json()
    const json = games.filter((game) => game.id === id)
    await route.fulfill({ response, json })
  })
  // The page may be closed while it asks.
  onTestFinished(() => page.unrouteAll({ behavior: 'ignoreErrors' }))
}

async function expectEvidence(page: Page): Promise<void> {
  const [evidence] = await Promise.all([
    page.context().waitForEvent('page'),
    page
      .getByRole('link', { name: /^Evidence/ })
      .last()
      .click(),
  ])
  await evidence.getByRole('heading', { name: 'Evidence, not proof' }).waitFor()
  await unfold(evidence, 'Evidence')
  await evidence.getByText('-150 (1.67 in decimals)').waitFor()
  await evidence.getByText('Final, 99 to 101, by the feed').waitFor()
  await expectFit(evidence, WIDTHS_PX.phone)
}

test('a feed that is down leaves a marked screen, and comes back', async () => {
  const game = new JourneyGame('Denver Nuggets', 'Utah Jazz')
  await game.price(-120, 110)
  const page = await openPage()
  await newPlayer(page)
  await game.untilListed(page, (listed) => listed?.stale === false)
  await showAlone(page, game)
  await page.goto('/sports')
  const card = game.cardOn(page)
  const offer = card.getByRole('button', { name: `${game.home} to win` })
  await offer.click()

  // The last that is heard of the odds, before nothing is heard any more.
  await game.price(-120, 110, Date.now() - FRESH_MS)
  await game.untilListed(page, (listed) => listed?.stale === true)
  const mendFeed = await breakFeed({ status: 500 })
  await comeBack(page)
  await page.getByText('No new odds are coming in').waitFor()
  await card.getByText('These odds are too old to bet on').waitFor()
  expect(await offer.isDisabled()).toBe(true)
  const place = page.getByRole('button', { name: 'Place Bet' })
  expect(await place.isDisabled()).toBe(true)
  await page.getByRole('tab', { name: 'My Bets' }).click()
  await page.getByText('No bets placed yet.').waitFor()
  await page.getByRole('tab', { name: 'NBA Games' }).click()

  await game.price(-120, 110)
  await mendFeed()
  await game.untilListed(page, (listed) => listed?.stale === false)
  await comeBack(page)
  await page.getByRole('button', { name: 'Place Bet', disabled: false }).click()
  await page.getByText('Bet Placed!', { exact: true }).waitFor()
})
