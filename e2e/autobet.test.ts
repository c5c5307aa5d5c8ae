import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/games/coin-flip/coin-flip-answer.ts'
import { heldPromise } from '#testing/browser/held-promise.ts'
import { openGame } from '#testing/browser/open-game.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { accountButton, balanceOf } from '#testing/browser/player.ts'
import { sawShield } from '#testing/browser/saw-shield.ts'
import { FLIP_PATH } from './coin-flip/flip.ts'

const PROFIT = 15

/** All flips that a page is answered, in order. */
function flipsOn(page: Page): Promise<CoinFlipAnswer>[] {
  const flips: Promise<CoinFlipAnswer>[] = []
  const read = async (response: Response) =>
    coinFlipAnswer.parse(await response.json())
  page.on('response', (response) => {
    if (!response.url().endsWith(FLIP_PATH)) return
    flips.push(heldPromise(read(response)))
  })
  return flips
}

/** How many of some gains it takes to reach a profit, ten at most. */
function betsUntil(profit: number, gains: readonly number[]): number {
  let sum = 0
  const at = gains.findIndex((gain) => {
    sum += gain
    return sum >= profit
  })
  return at === -1 ? 10 : at + 1
}

test('ten flips by themselves stop at a profit, or when all are made', async () => {
  const page = await openPage()
  const { username } = await openGame(page, '/coinflip')
  const flips = flipsOn(page)
  await page.getByRole('tab', { name: 'Auto' }).click()
  await page.getByRole('textbox', { name: 'Bets' }).fill('10')
  await page.getByRole('textbox', { name: 'Stop on profit' }).fill(`${PROFIT}`)
  await page.getByRole('button', { name: 'Start autobet' }).click()
  const line = page
    .getByRole('tabpanel', { name: 'Auto' })
    .getByRole('status')
    .filter({ hasText: 'Stopped after' })
  await line.waitFor()

  const answers = await Promise.all(flips)
  const gains = answers.map(({ payout, betAmount }) => payout - betAmount)
  const profit = gains.reduce((sum, gain) => sum + gain, 0)
  expect(answers.length).toBe(betsUntil(PROFIT, gains))
  expect(await line.textContent()).toContain(
    `Stopped after ${answers.length} of 10 bets, ${profitText(profit)}.`,
  )
  expect(await line.textContent()).toContain(
    profit >= PROFIT
      ? `Your profit of ${PROFIT} coins is reached.`
      : 'All bets are made.',
  )
  await sawShield(page, 'Proven fair')
  expect(await balanceOf(page)).toBe(1_000 + profit)
  await accountButton(page, username, 1_000 + profit).waitFor()
})

function profitText(profit: number): string {
  if (profit === 0) return 'even'
  const coins = Math.abs(profit) === 1 ? 'coin' : 'coins'
  return `${Math.abs(profit)} ${coins} ${profit > 0 ? 'up' : 'down'}`
}
