import { assert } from '../../assert.ts'
import type { Coins } from '../../money/coins.ts'
import { boundedLuck, type Luck, together } from '../../returns/luck.ts'
import { drawOf } from '../cards.ts'
import {
  blackjackReturn,
  choiceValue,
  positionValue,
  type Value,
} from './blackjack-return.ts'
import type { BlackjackOutcome } from './blackjack-settlement.ts'
import {
  type BlackjackPosition,
  type Choice,
  dealt,
  priceOf,
  taken,
} from './blackjack-table.ts'

const RETURN = inCoins(blackjackReturn())
/** Value of the best deal, a blackjack, in bets; the lowest is 0. */
const BEST_DEAL = 2.5

/** Parts of a finished round that its luck depends on. */
export type FinishedBlackjack = {
  betAmount: Coins
  choices: readonly Choice[]
  outcome: BlackjackOutcome
  /** Total of all hands and insurance, in coins. */
  payout: number
}

/**
 * Returns the luck of a round: the change of its value under best play with
 * each draw. The cost of a poor choice is not luck.
 */
export function blackjackLuck(round: FinishedBlackjack): Luck {
  const { betAmount, choices, outcome, payout } = round
  const known = drawsIn(outcome)
  // The only later draw rounds a win, and is part of the payout.
  const draws = (index: number) => known[index] ?? 0
  let position = dealt(betAmount, draws)
  let luck = dealLuck(position)
  for (const choice of choices) {
    const after = taken(position, choice, draws)
    luck = together(luck, choiceLuck(position, choice, after))
    position = after
  }
  const rounding = payout - (position.outcome?.payout ?? 0)
  return { ...luck, coins: luck.coins + rounding }
}

function dealLuck(position: BlackjackPosition): Luck {
  const { betAmount } = position
  const mean = RETURN * betAmount
  const coins = inCoins(positionValue(position)) - mean
  const most = Math.ceil(BEST_DEAL * betAmount)
  return boundedLuck(coins, { least: 0, mean, most })
}

function choiceLuck(
  before: BlackjackPosition,
  choice: Choice,
  after: BlackjackPosition,
): Luck {
  const mean = inCoins(choiceValue(before, choice))
  // Less than the price if the dealer's blackjack ended the round first.
  const paid = after.staked - before.staked
  const coins = inCoins(positionValue(after)) - paid - mean
  const price = priceOf(before, choice)
  const most = mostBack(before, choice) - price
  return boundedLuck(coins, { least: -price, mean, most })
}

/**
 * Returns an upper bound of the payout after a choice: each bet doubled, twice
 * if it may still be raised, plus the half that a blackjack under an ace wins.
 */
function mostBack(before: BlackjackPosition, choice: Choice): number {
  const { hands, isInsurable, betAmount } = before
  const raise = isRaise(choice) ? priceOf(before, choice) : 0
  const staked = betsOf(hands) + raise
  const waiting = hands.filter(({ state }) => state === 'waiting')
  const raisable = choice === 'split' ? staked : betsOf(waiting)
  return 2 * staked + raisable + (isInsurable ? betAmount : 0)
}

function isRaise(choice: Choice): boolean {
  return choice === 'double' || choice === 'split'
}

function betsOf(hands: BlackjackPosition['hands']): number {
  return hands.reduce((sum, { bet }) => sum + bet, 0)
}

function inCoins({ numerator, denominator }: Value): number {
  return Number(numerator) / Number(denominator)
}

/** Returns the draws of a round's cards, in dealing order. */
function drawsIn({ hands, dealerHand }: BlackjackOutcome): number[] {
  const [first = [], second = []] = hands.map(({ cards }) => cards)
  const isSplit = second.length > 0
  const cards = [
    first[0],
    dealerHand[0],
    isSplit ? second[0] : first[1],
    dealerHand[1],
    ...(isSplit ? [first[1], second[1]] : []),
    ...first.slice(2),
    ...second.slice(2),
    ...dealerHand.slice(2),
  ]
  return cards.map((card) => {
    assert(card !== undefined, 'two cards each are dealt')
    return drawOf(card)
  })
}
