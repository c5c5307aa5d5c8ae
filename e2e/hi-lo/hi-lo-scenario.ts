import { expect } from 'vitest'
import type { Draws } from '#core/fairness/draws.ts'
import { positionAfter } from '#core/fairness/round.ts'
import type { CardValue } from '#core/games/cards.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { hiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import type { Guess } from '#core/games/hi-lo/hi-lo-guess.ts'
import { hiLoOutcome } from '#core/games/hi-lo/hi-lo-outcome.ts'
import type { HiLoAction } from '#core/games/hi-lo/hi-lo-position.ts'
import { coins } from '#core/money/coins.ts'
import { chooseNextRound } from '#testing/browser/chosen-round.ts'
import { type Button, move } from '#testing/browser/move.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { newPlayer } from '#testing/browser/player.ts'
import { sawProof } from '#testing/browser/proof.ts'
import { sawResult } from '#testing/browser/saw-result.ts'
import { sawToast } from '#testing/browser/toast.ts'

const BET = { betAmount: coins(10) }

/** A button, and what the rules call it. */
type Move = { button: Button; action: HiLoAction }

export const CASH_OUT: Move = {
  button: /^Cash Out/,
  action: { action: 'cashout' },
}
export const SKIP: Move = { button: /^Skip/, action: { action: 'skip' } }
export const guess = (choice: Guess, button: Button): Move => ({
  button,
  action: { action: 'play', choice },
})
export const HIGHER = guess('higher', /^Higher/)
export const LOWER = guess('lower', /^Lower/)

export type Story = {
  moves: readonly Move[]
  /** The cards, from the first; any when left out. */
  cards?: readonly CardValue[]
}

/** Claims that a round is cashed out and proven. */
export async function cashOut(story: Story): Promise<void> {
  const { page, player, answer } = await played(story)
  const { payout = 0, message = '', consecutiveWins } = answer
  expect(payout).toBeGreaterThanOrEqual(BET.betAmount)
  expect(answer.balance).toBe(1_000 - BET.betAmount + payout)
  const guesses = story.moves.filter(({ action }) => action.action === 'play')
  expect(consecutiveWins).toBe(guesses.length)
  expect(message).toBe(`You cashed out ${payout} coins`)
  await sawToast(page, 'Success!', message)
  await sawResult(page, 'Hi-Lo', message)
  await sawProof(page, player)
}

/** Claims that the last guess of a round ends it, and that this is proven. */
export async function guessWrong(story: Story): Promise<void> {
  const { page, player, answer } = await played(story)
  expect(answer).toMatchObject({ gameActive: false, payout: 0, balance: 990 })
  await sawToast(
    page,
    'Game Over',
    'Better luck next time! Place a new bet to play again.',
  )
  await sawResult(page, 'Hi-Lo', answer.message ?? '')
  await page.getByRole('button', { name: 'Start Game' }).waitFor()
  await sawProof(page, player)
}

/** Plays a round that ends with the last of its moves, and no sooner. */
async function played(story: Story) {
  const page = await openPage()
  const player = await newPlayer(page)
  await page.goto('/hilo')
  await chooseNextRound({ page, player }, (draws) => isOf(story, draws))
  let answer = await move(page, 'Start Game', hiLoAnswer)
  for (const { button } of story.moves) {
    answer = await move(page, button, hiLoAnswer)
  }
  return { page, player, answer }
}

function isOf({ moves, cards }: Story, draws: Draws): boolean {
  const actions = moves.map(({ action }) => action)
  const end = positionAfter({ game: hiLo, bet: BET, actions }, draws)
  if (!end?.outcome) return false
  const shown = hiLoOutcome.parse(end.outcome).cards
  // On an ace or a king the buttons have other names.
  return shown.every(({ value }, at) =>
    cards ? value === cards[at] : value !== 'A' && value !== 'K',
  )
}
