import { expect, test } from 'vitest'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { playRound } from '#core/fairness/round.ts'
import { commitmentOf } from '#core/fairness/server-seed.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { CoinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { coins } from '#core/money/coins.ts'
import { openGame } from '#testing/browser/open-game.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { endedRound, kits, openRound, plain } from '#testing/browser/rounds.ts'
import { sawShield } from '#testing/browser/saw-shield.ts'
import { FALSE_SEED, otherSide, tamper } from '#testing/browser/tamper.ts'
import { flipHeads } from './coin-flip/flip.ts'
import { expectAlarm, OUTCOME } from './coin-flip/lie.ts'

const BET = { betAmount: coins(10), choice: 'heads' } as const

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

test('a lie about the result is told loudly', () =>
  expectAlarm({
    lie: ({ result }) => ({ result: otherSide(result) }),
    story: OUTCOME,
  }))

test('a lie about the server seed and all that follows from it is told loudly', () =>
  expectAlarm({
    lie: withOwnSeed,
    story: 'The revealed seed is not the one the house committed to.',
  }))

test('rounds that no page was answered are found, and the next one is proven', async () => {
  const page = await openPage()
  await openGame(page, '/coinflip')
  for (const kit of kits) await endedRound(page, kit)
  await openRound(page)
  await flipHeads(page)
  await sawShield(page, 'Proven fair')
  expect(await page.getByText('This does not add up').count()).toBe(0)
})

test('a skipped round is told loudly', async () => {
  const page = await openPage()
  await openGame(page, '/coinflip')
  await endedRound(page, plain)
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
  const page = await openPage()
  await openGame(page, '/coinflip')
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
