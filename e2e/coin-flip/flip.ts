import type { Page } from 'playwright-core'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/games/coin-flip/coin-flip-answer.ts'

export const FLIP_PATH = '/api/games/coinflip'

/** Makes a flip by whatever `act` does: what was asked for, and the answer. */
export async function flipBy(page: Page, act: () => Promise<void>) {
  const [response] = await Promise.all([
    page.waitForResponse(`**${FLIP_PATH}`),
    act(),
  ])
  return {
    bet: coinFlip.bet.parse(response.request().postDataJSON()),
    answer: coinFlipAnswer.parse(await response.json()),
  }
}

/** Calls heads with a click. */
export function flipHeads(page: Page) {
  const heads = page.getByRole('button', { name: 'Heads' })
  return flipBy(page, () => heads.click())
}

/** Waits until the coin lies on that side, and the line under it says so. */
export async function sawOutcome(
  page: Page,
  { result, isWin, payout, betAmount }: CoinFlipAnswer,
): Promise<void> {
  const side = result === 'heads' ? 'Heads' : 'Tails'
  const story = isWin ? `won ${payout - betAmount}` : `lost ${betAmount}`
  await page.getByRole('img', { name: `The coin: ${result}` }).waitFor()
  const line = `${side}! You ${story} coins`
  await page.getByText(line, { exact: true }).waitFor()
}
