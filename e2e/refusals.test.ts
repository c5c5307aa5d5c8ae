import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { press } from './support/move.ts'
import { openPage } from './support/open-page.ts'
import { accountButton, newPlayer } from './support/player.ts'
import { tamper } from './support/tamper.ts'
import { sawToast } from './support/toast.ts'

/** A game's page, the buttons that bet there, and what it says of failures. */
type Counter = {
  title: string
  path: string
  buttons: readonly [string, ...string[]]
  /** How the words of a refusal are told. */
  told: (status: number, message: string) => string
  /** What is said where nobody can say what happened. */
  unclear: string
}

const withStatus: Counter['told'] = (status, message) => `${status}: ${message}`

const counters: readonly Counter[] = [
  {
    title: 'Slots',
    path: '/slots',
    buttons: ['Spin'],
    told: withStatus,
    unclear: 'Failed to spin',
  },
  {
    title: 'Coin Flip',
    path: '/coinflip',
    buttons: ['Heads', 'Tails'],
    told: withStatus,
    unclear: 'Failed to flip coin',
  },
  {
    title: 'Blackjack',
    path: '/blackjack',
    buttons: ['Deal'],
    told: withStatus,
    unclear: 'Failed to perform action',
  },
  {
    title: 'Hi-Lo',
    path: '/hilo',
    buttons: ['Start Game'],
    told: (_status, message) => message,
    unclear: 'The house did not answer. Try again.',
  },
]

/** A player at a game, who is about to be refused. */
async function stand(counter: Counter) {
  const page = await openPage({ complaints: [/status of 4\d\d/] })
  const player = await newPlayer(page)
  await page.goto(counter.path)
  return { page, player }
}

/** Comes between the page and the house when it bets. */
function onBet(page: Page, act: (route: Route) => Promise<void>) {
  return page.route('**/api/games/**', (route) =>
    route.request().method() === 'POST' ? act(route) : route.fallback(),
  )
}

/** Waits until the game can be played again, with the coins it took nothing of. */
async function sawUntouched(
  page: Page,
  { buttons }: Counter,
  username: string,
): Promise<void> {
  for (const name of buttons) {
    await page.getByRole('button', { name, disabled: false }).waitFor()
  }
  await accountButton(page, username, 1_000).waitFor()
}

test.each(counters)(
  '$title takes no bet that is none, or more than there is',
  async ({ path, buttons }) => {
    const page = await openPage()
    await newPlayer(page)
    await page.goto(path)
    const amount = page.getByLabel('Bet Amount')
    const sawButtons = async (names: readonly string[]) => {
      const found = page.getByRole('button', { name: names[0], disabled: true })
      await expect.poll(() => found.count()).toBe(names.length)
    }
    for (const [text, problem] of [
      ['0', 'The smallest bet is 1 coin'],
      ['1.5', 'A bet is a whole number of coins'],
      ['', 'A bet is a whole number of coins'],
    ] as const) {
      await amount.fill(text)
      await page.getByText(problem, { exact: true }).waitFor()
      await sawButtons(buttons.slice(0, 1))
    }
    await amount.fill('1001')
    await page.getByText('That is more than you have').waitFor()
    await sawButtons(buttons.map(() => 'Insufficient Balance'))
  },
)

test.each(counters)(
  '$title tells in the words of the house that there are too few coins',
  async (counter) => {
    const { page, player } = await stand(counter)
    // A page that is mistaken about the balance asks for too much.
    await tamper(page, '**/api/user', (user) => ({ ...user, balance: 5_000 }))
    await page.reload()
    await page.getByLabel('Bet Amount').fill('5000')
    const response = await press(page, counter.buttons[0])
    expect(response.status()).toBe(409)
    const message = 'This bet takes 5000 coins and you have 1000.'
    await sawToast(page, 'Error', counter.told(409, message))
    await page.unroute('**/api/user')
    await page.reload()
    await sawUntouched(page, counter, player.username)
  },
)

test.each(counters)(
  "$title tells of the player's own limit",
  async (counter) => {
    const { page, player } = await stand(counter)
    const data = { dailyStake: null, dailyLoss: 5 }
    const set = await page.request.put('/api/limits', { data })
    expect(set.status(), await set.text()).toBe(200)
    const response = await press(page, counter.buttons[0])
    const message =
      'Your daily loss limit of 5 coins leaves 5 for today. A new day begins at midnight UTC.'
    await sawToast(page, 'Error', counter.told(response.status(), message))
    await sawUntouched(page, counter, player.username)
  },
)

test.each(counters)(
  '$title says so when the answer makes no sense',
  async (counter) => {
    const { page, player } = await stand(counter)
    await onBet(page, (route) => route.fulfill({ json: {} }))
    await press(page, counter.buttons[0])
    await sawToast(page, 'Error', counter.unclear)
    await sawUntouched(page, counter, player.username)
  },
)

test.each(counters)(
  '$title leads to the login who is signed out meanwhile',
  async (counter) => {
    const { page } = await stand(counter)
    await onBet(page, async (route) => {
      await page.context().clearCookies()
      await route.continue()
    })
    const response = await press(page, counter.buttons[0])
    expect(response.status()).toBe(401)
    await sawToast(page, 'Error', counter.told(401, 'Sign in to go on.'))
    await page.waitForURL('**/auth')
  },
)
