import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { playRound } from '#core/fairness/round.ts'
import { commitmentOf } from '#core/fairness/server-seed.ts'
import { coinFlip } from '#core/games/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/schemas/coin-flip-answer.ts'
import { FLIP_PATH, flipHeads, sawShield } from './support/coin-flip.ts'
import { openPage } from './support/open-page.ts'
import { newPlayer } from './support/player.ts'
import { endedRounds, openRound } from './support/rounds.ts'
import { FALSE_SEED, otherSide, tamper } from './support/tamper.ts'

const BET = { betAmount: coins(10), choice: 'heads' } as const

/** Opens the game, and waits until the browser has pinned and seeded its epoch. */
async function openGame(): Promise<Page> {
  const page = await openPage()
  await newPlayer(page)
  await Promise.all([
    page.waitForResponse('**/api/fairness/client-seed'),
    page.goto('/coinflip'),
  ])
  return page
}

/** A lie that holds by itself: a seed that was never committed to, and all that follows. */
function withOwnSeed(answer: CoinFlipAnswer): CoinFlipAnswer {
  const seeds = { ...answer, serverSeed: FALSE_SEED }
  const { outcome } = playRound(
    nobleHashes,
    { game: coinFlip, bet: BET },
    seeds,
  )
  return {
    ...seeds,
    ...coinFlip.outcome.parse(outcome),
    serverSeedHash: commitmentOf(nobleHashes, FALSE_SEED),
    isWin: outcome.payout > 0,
  }
}

const OUTCOME = 'The seeds lead to another result than the one shown.'

test.each<[string, (answer: CoinFlipAnswer) => object, string]>([
  ['result', ({ result }) => ({ result: otherSide(result) }), OUTCOME],
  ['payout', ({ payout }) => ({ payout: payout + 1 }), OUTCOME],
  [
    'server seed',
    () => ({ serverSeed: FALSE_SEED }),
    'The revealed seed does not fit its own hash.',
  ],
  [
    'server seed and all that follows from it',
    withOwnSeed,
    'The revealed seed is not the one the house committed to.',
  ],
])('a lie about the %s is told loudly', async (_what, lie, story) => {
  const page = await openGame()
  await tamper(page, `**${FLIP_PATH}`, (body) => {
    const answer = coinFlipAnswer.parse(body)
    return { ...answer, ...lie(answer) }
  })
  const { answer } = await flipHeads(page)
  await sawShield(page, 'Does not match')
  const alarm = page.getByRole('alert').filter({ hasText: story })
  await alarm.getByRole('heading', { name: 'This does not add up' }).waitFor()
  const record = alarm.getByRole('link', { name: 'See the record' })
  expect(await record.getAttribute('href')).toBe(
    `/verify/${answer.transactionId}`,
  )
})

test('rounds that no page was answered are found, and the next one is proven', async () => {
  const page = await openGame()
  for (const round of Object.values(endedRounds)) await round(page)
  await openRound(page)
  await flipHeads(page)
  await sawShield(page, 'Proven fair')
  expect(await page.getByText('This does not add up').count()).toBe(0)
})

test('a skipped round is told loudly', async () => {
  const page = await openGame()
  await endedRounds['coin flip']?.(page)
  await page.route('**/api/transactions?type=bet*', (route) =>
    route.fulfill({ json: [] }),
  )
  await flipHeads(page)
  await sawShield(page, 'Does not match')
  await page
    .getByRole('alert')
    .filter({ hasText: 'The house skipped your round 0' })
    .waitFor()
})

test('another root than the pinned one is told loudly', async () => {
  const page = await openGame()
  await tamper(page, '**/api/fairness', (state) => ({
    ...state,
    root: FALSE_SEED,
  }))
  await page.reload()
  await page
    .getByRole('alert')
    .filter({ hasText: 'The house now shows another root' })
    .waitFor()
})

test('an alarm above the open drawer can be read and dismissed', async () => {
  const page = await openGame()
  await page.getByRole('button', { name: /^Bea / }).click()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Client seed').waitFor()
  await tamper(page, '**/api/fairness', (state) => ({
    ...state,
    root: FALSE_SEED,
  }))
  const alarm = page.getByRole('alert').filter({ hasText: 'another root' })
  await alarm.getByRole('button', { name: 'Dismiss' }).click()
  await alarm.waitFor({ state: 'detached' })
  expect(await drawer.isVisible()).toBe(true)
})
