import * as z from 'zod/mini'
import { assert } from '#core/assert.ts'
import { blackjack, blackjackAction } from '#core/games/blackjack/blackjack.ts'
import {
  type BlackjackOutcome,
  blackjackOutcome,
} from '#core/games/blackjack/blackjack-settlement.ts'
import {
  applyChoice,
  type BlackjackPosition,
  type Choice,
  dealHands,
  getPrice,
} from '#core/games/blackjack/blackjack-table.ts'
import { toDraw } from '#core/games/cards.ts'
import type { Deviation } from '#core/games/return-check.ts'
import type { Coins } from '#core/money/coins.ts'
import {
  blackjackReturn,
  choiceValue,
  positionValue,
} from './blackjack-values.ts'
import { addDeviations, boundedDeviation } from './deviation.ts'
import { type GameCall, type GameKit, OF_THE_STAKE, pick } from './game-kit.ts'

const actionList = z.array(blackjackAction)

const RETURN = blackjackReturn()
/** Value of the best deal, a blackjack, in bets; the lowest is 0. */
const BEST_DEAL = 2.5

export const kit: GameKit = {
  folder: 'blackjack',
  game: blackjack,

  calls: {
    start: (betAmount) => call({ action: 'deal', betAmount }),
    steps: {
      any: ({ step, legalActions }, chance) =>
        call({ action: pick(legalActions, chance), step }),
      quick: ({ step }) => call({ action: 'stand', step }),
      blind: ['deal', 'hit', 'hit', 'stand'].map((action) =>
        call({ action, betAmount: 1 }),
      ),
    },
  },

  returns: {
    name: 'blackjack',
    exactFigures: () => [
      {
        name: 'return',
        value: 100 * RETURN,
        unit: OF_THE_STAKE,
        expected: 99.43,
        within: 0.01,
      },
    ],
    getDeviation: ({ bet, actions, outcome, payout }) =>
      blackjackDeviation({
        betAmount: bet.betAmount,
        choices: actionList.parse(actions ?? []).map(({ action }) => action),
        outcome: blackjackOutcome.parse(outcome),
        payout,
      }),
  },
}

function call(body: GameCall['body']): GameCall {
  return { path: 'blackjack', body }
}

type FinishedBlackjack = {
  betAmount: Coins
  choices: readonly Choice[]
  outcome: BlackjackOutcome
  /** Total of all hands and insurance, in coins. */
  payout: number
}

/**
 * Returns the deviation of a round: the changes of its value under best play
 * with each draw. Excludes the cost of poor choices.
 */
export function blackjackDeviation(round: FinishedBlackjack): Deviation {
  const { betAmount, choices, outcome, payout } = round
  const known = listDraws(outcome)
  // The only later draw rounds a win, and is part of the payout.
  const draws = (index: number) => known[index] ?? 0
  let position = dealHands(betAmount, draws)
  let deviation = dealDeviation(position)
  for (const choice of choices) {
    const after = applyChoice(position, choice, draws)
    deviation = addDeviations(
      deviation,
      choiceDeviation(position, choice, after),
    )
    position = after
  }
  const rounding = payout - (position.outcome?.payout ?? 0)
  return { ...deviation, coins: deviation.coins + rounding }
}

function dealDeviation(position: BlackjackPosition): Deviation {
  const { betAmount } = position
  const mean = RETURN * betAmount
  const coins = positionValue(position) - mean
  const most = Math.ceil(BEST_DEAL * betAmount)
  return boundedDeviation(coins, { least: 0, mean, most })
}

function choiceDeviation(
  before: BlackjackPosition,
  choice: Choice,
  after: BlackjackPosition,
): Deviation {
  const mean = choiceValue(before, choice)
  // Less than the price if the dealer's blackjack ended the round first.
  const paid = after.staked - before.staked
  const coins = positionValue(after) - paid - mean
  const price = getPrice(before, choice)
  const most = getMostReturned(before, choice) - price
  return boundedDeviation(coins, { least: -price, mean, most })
}

/**
 * Returns an upper bound of the payout after a choice: each bet doubled, twice
 * if it may still be raised, plus the half that a blackjack under an ace wins.
 */
function getMostReturned(before: BlackjackPosition, choice: Choice): number {
  const { hands, isInsurable, betAmount } = before
  const raise = isRaise(choice) ? getPrice(before, choice) : 0
  const staked = countBets(hands) + raise
  const waiting = hands.filter(({ state }) => state === 'waiting')
  const raisable = choice === 'split' ? staked : countBets(waiting)
  return 2 * staked + raisable + (isInsurable ? betAmount : 0)
}

function isRaise(choice: Choice): boolean {
  return choice === 'double' || choice === 'split'
}

function countBets(hands: BlackjackPosition['hands']): number {
  return hands.reduce((sum, { bet }) => sum + bet, 0)
}

/** Returns the draws of a round's cards, in dealing order. */
function listDraws({ hands, dealerHand }: BlackjackOutcome): number[] {
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
    return toDraw(card)
  })
}
