import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { horseName } from '#core/race/horses.ts'
import { chooseNextRound } from '#testing/browser/chosen-round.ts'
import { type Journey, journeys } from '#testing/browser/journeys.ts'
import { expectFocus, hasFocus, POLLING } from '#testing/browser/keyboard.ts'
import { JourneyGame } from '#testing/browser/offered-game.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { accountButton, newPlayer, openGame } from '#testing/browser/player.ts'
import {
  waitForResult,
  waitForShield,
  waitForToast,
} from '#testing/browser/wait-for.ts'

const TABS_MAX = 60

test.each(journeys)(
  '$title is played and proven by Tab, Enter and digits alone',
  { timeout: 120_000 },
  async (journey) => {
    const page = await openPage()
    const player = await openGame(page, journey.path)
    const { hand, title } = journey
    if (hand) await chooseNextRound({ page, player }, hand.matches)
    await typeStake(page, '10')
    await playWithKeyboard(page, journey)
    await waitForResult(page, title, / coins?\b|back/)
    await waitForShield(page, 'Proven fair')
  },
)

async function playWithKeyboard(
  page: Page,
  { buttons, hand }: Journey,
): Promise<void> {
  const names = [
    buttons[0],
    ...(hand ? [hand.continueButton, hand.endButton] : []),
  ]
  for (const name of names) {
    await tabTo(page, page.getByRole('button', { name, disabled: false }))
    await Promise.all([
      page.waitForResponse('**/api/games/**'),
      page.keyboard.press('Enter'),
    ])
  }
}

async function typeStake(page: Page, stake: string): Promise<void> {
  await tabTo(page, page.getByLabel('Bet Amount'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(stake)
}

test('places a race bet by keyboard, past the skip links', {
  timeout: 120_000,
}, async () => {
  const page = await openPage()
  const { username } = await openGame(page, '/coinflip')
  await page.goto('/pokey')
  await accountButton(page, username, 1_000).waitFor()
  await page.keyboard.press('Tab')
  await expectFocus(page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('main'))

  await page
    .getByText(/^Next race in: (1[2-9]|2\d|30) seconds$/)
    .waitFor({ timeout: 60_000 })
  const horse = horseName(1)
  await tabTo(page, page.getByRole('button', { name: horse }))
  await page.keyboard.press('Enter')
  await typeStake(page, '20')
  await tabTo(page, page.getByRole('button', { name: 'Place Bet' }))
  await page.keyboard.press('Enter')
  await waitForToast(page, 'Bet Placed!', `You bet 20 coins on ${horse}`)
  await accountButton(page, username, 980).waitFor()
})

test('places a sports bet by keyboard, and returns the focus to its price', async () => {
  const game = new JourneyGame('Chicago Bulls', 'Orlando Magic')
  await game.price(-150, 130)
  const page = await openPage()
  const { username } = await newPlayer(page)
  await game.untilListed(page, (listed) => listed !== undefined)
  await page.goto('/sports')
  const price = game
    .getCard(page)
    .getByRole('button', { name: `${game.home} to win, \u2212150` })
  await tabTo(page, price)
  await page.keyboard.press('Enter')
  await expectFocus(page.getByLabel('Bet Amount'))
  await typeStake(page, '20')
  await tabTo(page, page.getByRole('button', { name: 'Place Bet' }))
  await page.keyboard.press('Enter')
  await accountButton(page, username, 980).waitFor()
  await expectFocus(price)
})

test('the drawer traps the focus, and returns it to the menu', async () => {
  const page = await openPage()
  const { username } = await openGame(page, '/coinflip')
  const account = accountButton(page, username, 1_000)
  await tabTo(page, account)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Account', exact: true }))
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Member since').waitFor()
  const first = drawer.getByRole('button', { name: 'Close' })
  await tabTo(page, drawer.getByRole('tabpanel'))
  await tabTo(page, first)

  await tabTo(page, drawer.getByRole('tab', { selected: true }))
  // Wraps to the last tab, Account.
  await page.keyboard.press('ArrowLeft')
  await tabTo(page, drawer.getByRole('button', { name: 'Link a wallet' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Link a wallet' })
  await dialog.locator(':focus').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expectFocus(account)
})

/** Presses Tab until the element has the focus, which has to be visible everywhere. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(unseenFocus), POLLING).toBeNull()
  }
  throw new Error(`${TABS_MAX} presses of Tab did not lead to ${target}`)
}

/** Returns the focused element if its focus is invisible. */
function unseenFocus(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  const isOutlined =
    outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  // Fields show the focus by the colour around them.
  const isShown = isOutlined || focused.closest('.well:focus-within') !== null
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  const isInSight =
    bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  return isShown && isInSight ? null : focused.outerHTML.slice(0, 200)
}
