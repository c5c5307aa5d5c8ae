import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { positionAfter } from '#core/fairness/round.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { blackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import type { Choice } from '#core/games/blackjack/blackjack-table.ts'
import { coins } from '#core/money/coins.ts'
import type { User } from '#core/schemas/user.ts'
import { chooseNextRound } from '#testing/browser/chosen-round.ts'
import { type Button, move } from '#testing/browser/move.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { balanceOf, newPlayer } from '#testing/browser/player.ts'
import { sawProof, sawShieldOf } from '#testing/browser/proof.ts'
import { sawResult } from '#testing/browser/saw-result.ts'
import { sawToast } from '#testing/browser/toast.ts'

const BET = { betAmount: coins(10) }

/** What each choice is called on its button. */
const BUTTONS: Readonly<Record<Choice, Button>> = {
  hit: 'Hit',
  stand: 'Stand',
  double: /^Double/,
  split: /^Split/,
  insurance: 'Insure',
}

export const BACK = 'Push. Your coins are back'

export type Ending = {
  name: string
  choices: readonly Choice[]
  /** What the house calls it. */
  result: string
  /** What the page says of it. */
  story?: string
  /** What it brings, less all that was staked, in coins. */
  net: number
}

/** Plays hands that end so at one table, and claims that each is shown, paid and proven. */
export async function playEndings(endings: readonly Ending[]): Promise<void> {
  const page = await openPage()
  const player = await newPlayer(page)
  await page.goto('/blackjack')
  for (const ending of endings) await playEnding({ page, player }, ending)
}

async function playEnding(
  { page, player }: { page: Page; player: User },
  { name, choices, result, story = result, net }: Ending,
): Promise<void> {
  const before = await balanceOf(page)
  await chooseNextRound({ page, player }, (draws) => {
    const dealt = blackjack.start(BET, draws)
    const isInsured = choices.includes('insurance')
    if (dealt.isInsurable !== isInsured) return false
    const actions = choices.map((action) => ({ action }))
    const moves = { game: blackjack, bet: BET, actions }
    return positionAfter(moves, draws)?.outcome?.result === result
  })

  let answer = await move(page, 'Deal', blackjackAnswer)
  for (const choice of choices) {
    answer = await move(page, BUTTONS[choice], blackjackAnswer)
  }
  expect(answer.balance, name).toBe(before + net)
  await sawResult(page, 'Blackjack', story)
  if (net > 0) await sawToast(page, 'Winner!', `You won ${net} coins!`)
  await expectAllShown(page)
  await sawShieldOf(page, answer.transactionId)
  await sawProof(page, player)
}

/** At its end no card of the round lies face down. */
async function expectAllShown(page: Page): Promise<void> {
  expect(await page.getByRole('img', { name: 'Hidden card' }).count()).toBe(0)
}
