import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import type { User } from '#core/schemas/user.ts'
import { ApiPlayer } from '#testing/browser/api-player.ts'
import { askNode } from '#testing/browser/local-node.ts'
import { expectFit, expectOpenToAll, WIDTHS_PX } from '#testing/browser/look.ts'
import { JourneyGame } from '#testing/browser/offered-game.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  confirmAction,
  newOperator,
  openPart,
} from '#testing/browser/operator.ts'
import {
  accountButton,
  balanceOf,
  newPlayer,
  PASSWORD,
} from '#testing/browser/player.ts'
import { unfoldNumbers } from '#testing/browser/proof.ts'
import { endedRound, plain } from '#testing/browser/rounds.ts'

const STAKE = 40
/** All coins that a balance can hold: with those of a new player it waits for room. */
const TOO_MUCH_WEI = `0x${(90_071_992_547_409n * 10n ** 15n).toString(16)}`

async function placeBet(page: Page, game: JourneyGame): Promise<void> {
  const data = {
    gameId: game.id,
    teamName: game.home,
    odds: -150,
    betAmount: STAKE,
  }
  const answer = await page.request.post('/api/sports/place-bet', { data })
  expect(answer.status(), await answer.text()).toBe(200)
}

async function openOverview(page: Page): Promise<User> {
  const operator = await newOperator(page)
  // Which asks who has signed in.
  await page.goto('/history')
  await accountButton(page, operator.username, 1_000).click()
  await page.getByRole('link', { name: 'Operator' }).click()
  await page.getByText(/^as of \d s ago$/).waitFor()
  return operator
}

async function openPlayer(page: Page, username: string): Promise<void> {
  await openPart(page, 'Players')
  await page.getByRole('searchbox', { name: 'Find a player' }).fill(username)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: username, exact: true }).click()
  await page.getByRole('heading', { name: username }).waitFor()
}

/** From the player's history to the block that took its root. */
async function followRound(page: Page, id: string): Promise<void> {
  const isAnchored = async () => {
    const answer = await page.request.get(`/api/verify/${id}`)
    return 'anchor' in (await answer.json()).gameData
  }
  await expect.poll(isAnchored).toBe(true)
  const history = page.getByRole('table', { name: 'History' })
  const record = history.locator(`a[href="/verify/${id}"]`)
  const [proof] = await Promise.all([
    page.context().waitForEvent('page'),
    record.click(),
  ])
  await unfoldNumbers(proof)
  await proof.getByText(/^Anchored on chain, block/).waitFor()
  await proof.getByRole('button', { name: 'Ask through this site' }).click()
  await proof.getByText('The chain has that very root').waitFor()
  await proof.close()
}

async function expectFrozen(page: Page, { username }: User, reason: string) {
  await page.goto('/history')
  await page.waitForURL('**/auth')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Get Bendy!' }).click()
  await page.getByText(reason).first().waitFor()
}

test('an operator follows a round to the chain, voids the game of a bet, and freezes its player', async () => {
  const game = new JourneyGame('Chicago Bulls', 'Phoenix Suns')
  await game.price(-150, 130)
  const player = await openPage({ complaints: [/status of 40[13] /] })
  const bettor = await newPlayer(player)
  await game.untilListed(player, (listed) => listed !== undefined)
  await placeBet(player, game)
  const { id } = await endedRound(player, plain)

  const page = await openPage()
  const operator = await openOverview(page)
  await page.getByRole('region', { name: 'Returns' }).waitFor()
  for (const width of Object.values(WIDTHS_PX)) await expectFit(page, width)
  await expectOpenToAll(page, 'overview')
  await openPlayer(page, bettor.username)
  await expectFit(page, WIDTHS_PX.phone)
  await expectOpenToAll(page, 'player, phone')
  await followRound(page, id)

  await openPart(page, 'Sports')
  const name = `${game.away} at ${game.home}`
  const before = await balanceOf(player)
  await confirmAction(page, {
    button: page.getByRole('button', { name: `Void… ${name}` }),
    verb: 'Void the game',
    reason: 'The hall is flooded.',
  })
  await expect.poll(() => balanceOf(player)).toBe(before + STAKE)

  await openPlayer(page, bettor.username)
  const reason = 'We have a question about your bets.'
  await confirmAction(page, {
    button: page.getByRole('button', { name: 'Freeze…' }),
    verb: 'Freeze',
    reason,
  })
  await page.getByText(new RegExp(`^Frozen since .*: ${reason}`)).waitFor()
  await expectFrozen(player, bettor, reason)

  await openPart(page, 'Log')
  const log = page.getByRole('table', { name: 'Audit log' })
  const mine = log.getByRole('row').filter({ hasText: operator.username })
  await mine.filter({ hasText: reason }).waitFor()
  await mine.filter({ hasText: 'The hall is flooded.' }).waitFor()
})

test('an operator rejects what no transaction explains, and the player is told why', async () => {
  const player = await ApiPlayer.register(inject('productUrl'))
  await player.generateWallet()
  const address = async () => (await player.wallet()).address
  await expect.poll(address).not.toBeNull()
  // Without a transaction, as what a contract pays.
  await askNode('hardhat_setBalance', [await address(), TOO_MUCH_WEI])

  const page = await openPage()
  await newOperator(page)
  await page.goto('/operator?view=deposits')
  const found = page.getByRole('table', { name: 'Unattributed' })
  const row = found.getByRole('row').filter({ hasText: player.username })
  await row.getByText('to decide').waitFor()
  await row.getByRole('link', { name: /tBNB$/ }).click()
  await page.getByRole('heading', { name: 'What it waits for' }).waitFor()
  await expectFit(page, WIDTHS_PX.phone)
  await expectOpenToAll(page, 'deposit, phone')
  await confirmAction(page, {
    button: page.getByRole('button', { name: 'Reject…' }),
    verb: 'Reject',
    reason: 'Nobody has so much.',
  })
  const reasons = async () =>
    (await player.wallet()).deposits.map(({ reason }) => reason)
  await expect
    .poll(reasons)
    .toEqual(['The house does not credit it: Nobody has so much.'])
  expect((await player.user()).balance).toBe(1_000)
})

test('the page is not there for a player, and a visitor is asked to sign in', async () => {
  const page = await openPage()
  const code: string[] = []
  page.on('request', (one) => code.push(new URL(one.url()).pathname))
  await page.goto('/operator')
  await page.waitForURL('**/auth')
  await newPlayer(page)
  await page.goto('/operator')
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  expect(code.filter((path) => /operator-|\/api\/operator/.test(path))).toEqual(
    [],
  )
})
