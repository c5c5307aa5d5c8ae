import { assert } from '#core/assert.ts'
import type { Draws } from '#core/fairness/draws.ts'
import {
  applyChoice,
  type BlackjackPosition,
  type Choice,
  dealHands,
  legalChoices,
} from '#core/games/blackjack/blackjack-table.ts'
import { coins } from '#core/money/coins.ts'
import { drawsOfCards } from './draws-of-cards.ts'

/**
 * Plays a round of blackjack by some choices.
 *
 * @param cards player, dealer, player, hidden, then as drawn: `5♠ 6♦ 9♥ 3♣`
 */
export function dealtRound(
  cards: string,
  choices: readonly Choice[] = [],
  betAmount = 10,
): BlackjackPosition {
  const draws = drawsOfCards(cards)
  return choices.reduce(
    (position, choice) => {
      assert(legalChoices(position).includes(choice), `${choice} is legal`)
      return applyChoice(position, choice, draws)
    },
    dealHands(coins(betAmount), draws),
  )
}

/** Plays a round by preferred actions, and returns all its moves. */
export function wanderedRound({ betAmount, draws, wishes }: Wandering) {
  const start = dealHands(coins(betAmount), draws)
  const moves: WanderedMove[] = []
  let before = start
  for (const wish of wishes) {
    const legal = legalChoices(before)
    const choice = legal[wish % legal.length]
    if (!choice) break
    const after = applyChoice(before, choice, draws)
    moves.push({ before, choice, after })
    before = after
  }
  const positions = [start, ...moves.map(({ after }) => after)]
  const choices = moves.map(({ choice }) => choice)
  return { positions, choices, moves, last: before }
}

type WanderedMove = {
  before: BlackjackPosition
  choice: Choice
  after: BlackjackPosition
}

export type Wandering = {
  betAmount: number
  draws: Draws
  wishes: readonly number[]
}
