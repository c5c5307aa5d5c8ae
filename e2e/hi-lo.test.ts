import { expect, test } from 'vitest'
import type { Draws } from '#core/fairness/draws.ts'
import { positionAfter } from '#core/fairness/round.ts'
import type { CardValue } from '#core/games/cards.ts'
import { hiLo } from '#core/games/hi-lo.ts'
import type { Guess } from '#core/games/hi-lo-guess.ts'
import { hiLoOutcome } from '#core/games/hi-lo-outcome.ts'
import type { HiLoAction } from '#core/games/hi-lo-position.ts'
import { coins } from '#core/money/coins.ts'
import { hiLoAnswer } from '#core/schemas/hi-lo-answer.ts'
import { chooseNextRound } from './support/chosen-round.ts'
import { type Button, move } from './support/move.ts'
import { openPage } from './support/open-page.ts'
import { newPlayer } from './support/player.ts'
import { sawProof } from './support/proof.ts'
import { sawResult } from './support/saw-result.ts'
import { sawToast } from './support/toast.ts'

const BET = { betAmount: coins(10) }

/** A button, and what the rules call it. */
type Move = { button: Button; action: HiLoAction }

const CASH_OUT: Move = { button: /^Cash Out/, action: { action: 'cashout' } }
const SKIP: Move = { button: /^Skip/, action: { action: 'skip' } }
const guess = (choice: Guess, button: Button): Move => ({
  button,
  action: { action: 'play', choice },
})
const HIGHER = guess('higher', /^Higher/)
const LOWER = guess('lower', /^Lower/)

type Story = {
  name: string
  moves: readonly Move[]
  /** The cards, from the first; any when left out. */
  cards?: readonly CardValue[]
}

const cashedOut: readonly Story[] = [
  {
    name: 'a streak of two with a skip',
    moves: [HIGHER, SKIP, LOWER, CASH_OUT],
  },
  {
    name: 'the same card again, which is right either way',
    moves: [HIGHER, LOWER, CASH_OUT],
    cards: [7, 7, 7],
  },
  {
    name: 'a king after a king',
    moves: [guess('higher', /^Same/), CASH_OUT],
    cards: ['K', 'K'],
  },
  {
    name: 'an ace after an ace',
    moves: [guess('lower', /^Same/), CASH_OUT],
    cards: ['A', 'A'],
  },
]

test.each(cashedOut)('$name is cashed out and proven', async (story) => {
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
})

test.each<Story>([
  { name: 'the first guess', moves: [HIGHER] },
  { name: 'a guess after a right one', moves: [LOWER, LOWER] },
])('$name that is wrong ends the round, and is proven', async (story) => {
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
})

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
