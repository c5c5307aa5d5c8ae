import type { Page } from 'playwright-core'
import { test } from 'vitest'
import type { Draws } from '#core/fairness/draws.ts'
import { positionAfter } from '#core/fairness/round.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { slots } from '#core/games/slots/slots.ts'
import { coins } from '#core/money/coins.ts'
import { chooseNextRound } from '#testing/browser/chosen-round.ts'
import { openLight } from '#testing/browser/look.ts'
import { press } from '#testing/browser/move.ts'
import { JourneyGame } from '#testing/browser/offered-game.ts'
import { openGame } from '#testing/browser/open-game.ts'
import { accountButton, newPlayer } from '#testing/browser/player.ts'
import { sawShield } from '#testing/browser/saw-shield.ts'
import { shoot } from './shoot.ts'

const bet = { betAmount: coins(10) }
const heads = { ...bet, choice: 'heads' } as const
const GUESS = { action: 'play', choice: 'higher' } as const

type Ending = {
  name: string
  path: string
  isOf: (draws: Draws) => boolean
  buttons: readonly (string | RegExp)[]
}

const flipPays = (draws: Draws) => coinFlip.start(heads, draws).outcome.payout
const spinPays = (draws: Draws) => slots.start(bet, draws).outcome?.payout ?? 0
const handPays = (draws: Draws) =>
  positionAfter({ game: blackjack, bet, actions: [{ action: 'stand' }] }, draws)
    ?.outcome?.payout
const guessIsRight = (draws: Draws) => {
  const { value } = hiLo.start(bet, draws).current
  const after = positionAfter({ game: hiLo, bet, actions: [GUESS] }, draws)
  if (value === 'A' || value === 'K') return undefined
  return after && after.outcome === undefined
}

const endings: readonly Ending[] = [
  {
    name: 'coin flip won',
    path: '/coinflip',
    isOf: (draws) => flipPays(draws) > 0,
    buttons: ['Heads'],
  },
  {
    name: 'coin flip lost',
    path: '/coinflip',
    isOf: (draws) => flipPays(draws) === 0,
    buttons: ['Heads'],
  },
  {
    name: 'slots won',
    path: '/slots',
    isOf: (draws) => spinPays(draws) > 20,
    buttons: ['Spin'],
  },
  {
    name: 'slots lost',
    path: '/slots',
    isOf: (draws) => spinPays(draws) === 0,
    buttons: ['Spin'],
  },
  {
    name: 'blackjack won',
    path: '/blackjack',
    isOf: (draws) => handPays(draws) === 20,
    buttons: ['Deal', 'Stand'],
  },
  {
    name: 'blackjack lost',
    path: '/blackjack',
    isOf: (draws) => handPays(draws) === 0,
    buttons: ['Deal', 'Stand'],
  },
  {
    name: 'hi-lo won',
    path: '/hilo',
    isOf: (draws) => guessIsRight(draws) === true,
    buttons: ['Start Game', /^Higher/, /^Cash Out/],
  },
  {
    name: 'hi-lo lost',
    path: '/hilo',
    isOf: (draws) => guessIsRight(draws) === false,
    buttons: ['Start Game', /^Higher/],
  },
]

test.each(endings.map((ending) => [ending.name, ending] as const))(
  '%s',
  async (name, { path, isOf, buttons }) => {
    const page = await openLight()
    const player = await openGame(page, path)
    await chooseNextRound({ page, player }, isOf)
    for (const button of buttons) await press(page, button)
    await sawShield(page, 'Proven fair')
    await shoot(page, { name: `state ${name}`, isInSight: true })
  },
)

test('a race', async () => {
  const page = await openLight()
  const { username } = await openGame(page, '/coinflip')
  await page.goto('/pokey')
  await accountButton(page, username, 1_000).waitFor()
  await page.getByText(/^Next race in: (1[2-9]|2\d|30) seconds$/).waitFor()
  await page
    .getByRole('region', { name: 'Horse Race' })
    .scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Thunder Bolt' }).click()
  await page.getByRole('button', { name: 'Place Bet' }).click()
  await accountButton(page, username, 990).waitFor()
  await shoot(page, { name: 'state race bet' })
  await page.getByText('The race has started').waitFor()
  await shoot(page, { name: 'state race running' })
})

test('sports with a bet', async () => {
  const page = await openLight()
  const { username } = await newPlayer(page)
  await page.goto('/sports')
  await page.getByText('No NBA games available at the moment.').waitFor()
  await shoot(page, { name: 'state sports empty' })
  const game = new JourneyGame('Boston Celtics', 'Miami Heat')
  await game.price(-150, 130)
  await game.untilListed(page, (listed) => listed !== undefined)
  await page.reload()
  const name = `${game.home} to win, -150`
  await page.getByRole('button', { name }).click()
  await page.getByLabel('Bet Amount').waitFor()
  await shoot(page, { name: 'state sports bet panel', isInSight: true })
  await page.getByRole('button', { name: 'Place Bet' }).click()
  await accountButton(page, username, 990).waitFor()
  await page.getByRole('tab', { name: 'My Bets' }).click()
  await page.getByText('Pending').waitFor()
  await shoot(page, { name: 'state sports my bets', isInSight: true })
})

test('a game that is paused, a network that is away, and a toast', async () => {
  const page = await openLight({
    complaints: [/ERR_INTERNET_DISCONNECTED|WebSocket connection .* failed/],
  })
  const player = await openGame(page, '/coinflip')
  await page.getByRole('button', { name: player.username }).click()
  await page.getByRole('button', { name: 'Reset balance' }).click()
  await page.getByText('Balance Reset').waitFor()
  await shoot(page, { name: 'state toast', isInSight: true })
  await pause(page)
  await page.getByText('Coin Flip is paused').waitFor()
  await shoot(page, { name: 'state paused', isInSight: true })
  await page.unroute('**/api/casino-stats')
  await page.getByRole('button', { name: 'Heads' }).waitFor()
  await page.context().setOffline(true)
  await page.getByText('You are offline').waitFor()
  await shoot(page, { name: 'state offline', isInSight: true })
})

async function pause(page: Page): Promise<void> {
  await page.route('**/api/casino-stats', async (route) => {
    const response = await route.fetch()
    const reason = 'New coins are minted.'
    const paused = [{ gameType: 'Coin Flip', reason }]
    await route.fulfill({
      response,
      json: { ...(await response.json()), paused },
    })
  })
}
