import type { Page } from 'playwright-core'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/games/coin-flip/coin-flip-answer.ts'

export const FLIP_PATH = '/api/games/coinflip'

/** Performs `act` and returns the answer of its flip. */
export async function flipWith(
  page: Page,
  act: () => Promise<void>,
): Promise<CoinFlipAnswer> {
  const [response] = await Promise.all([
    page.waitForResponse(`**${FLIP_PATH}`),
    act(),
  ])
  return coinFlipAnswer.parse(await response.json())
}

/** Clicks heads. */
export function flipHeads(page: Page) {
  const heads = page.getByRole('button', { name: 'Heads' })
  return flipWith(page, () => heads.click())
}

/** Bets on heads by the API, without the page. */
export async function flipUnseen(
  page: Page,
  betAmount: number,
): Promise<CoinFlipAnswer> {
  const data = { betAmount, choice: 'heads' }
  const answer = await page.request.post(FLIP_PATH, { data })
  return coinFlipAnswer.parse(await answer.json())
}

/** Waits until the coin and the result show that side. */
export async function waitForOutcome(
  page: Page,
  { result, isWin, payout, betAmount }: CoinFlipAnswer,
): Promise<void> {
  const side = result === 'heads' ? 'Heads' : 'Tails'
  const description = isWin
    ? `Paid ${payout} coins (+${payout - betAmount})`
    : `You lost ${betAmount} coins`
  await page.getByRole('img', { name: `The coin: ${result}` }).waitFor()
  await page.getByText(`${side}! ${description}`, { exact: true }).waitFor()
}
