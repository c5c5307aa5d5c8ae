import { test } from 'vitest'
import { positionAfter } from '#core/fairness/round.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { slots } from '#core/games/slots/slots.ts'
import { coins } from '#core/money/coins.ts'
import { chooseNextRound } from '#testing/browser/chosen-round.ts'
import { openLight } from '#testing/browser/look.ts'
import { JourneyGame } from '#testing/browser/offered-game.ts'
import {
  accountButton,
  newPlayer,
  openGame,
  press,
} from '#testing/browser/player.ts'
import { sawProof } from '#testing/browser/saw.ts'
import { shoot } from './shoot.ts'

const STAKE = 10
const bet = { betAmount: coins(STAKE) }
const heads = { ...bet, choice: 'heads' }
const stand = { action: 'stand' }
const higher = { action: 'play', choice: 'higher' }
const cashout = { action: 'cashout' }
const toCashOut = ['Start Game', /^Higher/, /^Cash Out/]

const rounds = [
  { path: '/coinflip', game: coinFlip, bet: heads, buttons: ['Heads'] },
  { path: '/slots', game: slots, bet, buttons: ['Spin'] },
  {
    path: '/blackjack',
    game: blackjack,
    bet,
    actions: [stand],
    buttons: ['Deal', 'Stand'],
  },
]
const endings = [
  ...['won', 'lost'].flatMap((end) => rounds.map((one) => ({ ...one, end }))),
  {
    path: '/hilo',
    game: hiLo,
    bet,
    actions: [higher, cashout],
    buttons: toCashOut,
    end: 'won',
  },
  {
    path: '/hilo',
    game: hiLo,
    bet,
    actions: [higher],
    buttons: toCashOut.slice(0, 2),
    end: 'lost',
  },
]

test.each(endings)(
  'a round of $game.gameType that is $end is paid and proven',
  async ({ path, buttons, end, ...moves }) => {
    const page = await openLight()
    const player = await openGame(page, path)
    await chooseNextRound({ page, player }, (draws) => {
      const { payout } = positionAfter(moves, draws)?.outcome ?? {}
      // On an ace or a king Hi-Lo's buttons have other names.
      const { value } = hiLo.start(bet, draws).current
      if (payout === undefined || value === 'A' || value === 'K') return false
      return end === 'won' ? payout > STAKE : payout === 0
    })
    let id = ''
    for (const button of buttons) {
      const response = await press(page, button)
      id = (await response.json()).transactionId
    }
    await sawProof(page, player, id)
    await shoot(page, { name: `state ${path} ${end}`, isInSight: true })
  },
)

test('a race', { timeout: 180_000 }, async () => {
  const page = await openLight()
  const { username } = await openGame(page, '/coinflip')
  await page.goto('/pokey')
  await accountButton(page, username, 1_000).waitFor()
  await page
    .getByText(/^Next race in: (1[2-9]|2\d|30) seconds$/)
    .waitFor({ timeout: 60_000 })
  await page
    .getByRole('region', { name: 'Horse Race' })
    .scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Thunder Bolt' }).click()
  await page.getByRole('button', { name: 'Place Bet' }).click()
  await accountButton(page, username, 990).waitFor()
  await shoot(page, { name: 'state race bet' })
  await page.getByText('The race has started').waitFor({ timeout: 60_000 })
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
