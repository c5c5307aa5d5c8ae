import { describe, expect, test } from 'vitest'
import { type Draws, WORD_RANGE } from '#core/fairness/draws.ts'
import { isBlackjack } from '#core/games/blackjack/blackjack-hand.ts'
import {
  applyChoice,
  type BlackjackPosition,
  type Choice,
  dealHands,
  legalChoices,
} from '#core/games/blackjack/blackjack-table.ts'
import { type Card, RANKS, toCard } from '#core/games/cards.ts'
import { coins } from '#core/money/coins.ts'
import { dealtRound } from '#testing/samples/blackjack-rounds.ts'
import {
  bestChoice,
  blackjackReturn,
  choiceValue,
  positionValue,
} from './blackjack-values.ts'

/** Each rank's first draw. */
const RANK_DRAWS = RANKS.map((_, rank) => Math.ceil((rank * WORD_RANGE) / 13))
const MORE_CARDS = Symbol('more cards')

/** Averages a play over all cards that it draws. */
function average(
  play: (draw: (index: number) => number) => number,
  given: readonly number[] = [],
): number {
  try {
    return play((index) => {
      const draw = given[index]
      if (draw === undefined) throw MORE_CARDS
      return draw
    })
  } catch (thrown) {
    if (thrown !== MORE_CARDS) throw thrown
  }
  return (
    KINDS.reduce(
      (sum, { draw, weight }) => sum + weight * average(play, [...given, draw]),
      0,
    ) / 13
  )
}

/** The ten kinds of card that count differently, and in how many of 13 ranks. */
const KINDS = RANK_DRAWS.filter((_, rank) => rank < 9 || rank === 12).map(
  (draw) => ({ draw, weight: toCard(draw).value === 10 ? 4 : 1 }),
)

/** The same position with all cards that the dealer may hide, by weight. */
function hidings(position: BlackjackPosition) {
  const [up] = position.dealer
  return KINDS.map(({ draw, weight }) => {
    const dealer: [Card, Card] = [up, toCard(draw)]
    return { position: { ...position, dealer }, weight }
  }).filter(
    ({ position: { dealer, isInsurable } }) =>
      isInsurable || !isBlackjack(dealer),
  )
}

/** Averages a choice over all cards, one step by the game's own rules. */
function getAverage(before: BlackjackPosition, choice: Choice) {
  let sum = 0
  let weights = 0
  for (const { position, weight } of hidings(before)) {
    const brought = average((draw) => {
      const draws: Draws = (index) => draw(index - before.cardCount)
      const after = applyChoice(position, choice, draws)
      const added = after.staked - before.staked
      return positionValue(after) - added
    })
    sum += weight * brought
    weights += weight
  }
  return sum / weights
}

describe('the return at best play', () => {
  test('is 99.43 % of the first stake', () => {
    expect(Math.floor(blackjackReturn() * 1_000_000)).toBe(994_296)
  })

  test('is the mean value of all deals', () => {
    const stake = 2
    const worth = average((draw) =>
      positionValue(dealHands(coins(stake), draw)),
    )
    expect(worth).toBeCloseTo(stake * blackjackReturn(), 9)
  })
})

describe('the value of a choice', () => {
  const deals: [string, Choice[]][] = [
    ['10♠ 9♦ 6♥ 5♣', []],
    ['A♠ 9♦ 7♥ 5♣', []],
    ['9♠ 10♦ 9♥ 5♣', []],
    ['8♠ 9♦ 8♥ 5♣', []],
    ['A♠ 10♦ A♥ 5♣', []],
    ['10♠ 6♦ 6♥ 5♣', []],
    ['10♠ A♦ 6♥ 5♣', []],
    ['A♠ A♦ K♥ 5♣', []],
    ['2♠ 9♦ 5♥ 10♣ 6♦', ['hit']],
    ['2♠ A♦ 10♥ 9♣ 2♦', ['hit']],
    ['8♠ 9♦ 8♥ 10♣ 3♦ 4♠', ['split']],
    ['8♠ 9♦ 8♥ 10♣ 3♦ 8♣', ['split', 'stand']],
    ['8♠ 9♦ 8♥ 10♣ 3♦ 8♣ 10♠', ['split', 'double']],
    ['8♠ 9♦ 8♥ 10♣ 7♦ 8♣ 10♠', ['split', 'hit']],
  ]

  test.each(deals)(
    'is the mean over the game’s results: %s %j',
    (cards, done) => {
      const before = dealtRound(cards, done)
      expect(legalChoices(before)).toContain('stand')
      for (const choice of legalChoices(before)) {
        const average = getAverage(before, choice)
        expect(choiceValue(before, choice)).toBeCloseTo(average, 9)
      }
    },
  )
})

test('the value of a position is that of its best choice, or its payout at the end', () => {
  const over = dealtRound('10♠ 10♦ 9♥ 8♣', ['stand'])
  expect(positionValue(over)).toBe(20)
  expect(bestChoice(over)).toBeUndefined()
  const open = dealtRound('10♠ 10♦ 6♥ 8♣')
  const values = legalChoices(open).map((one) => choiceValue(open, one))
  expect(positionValue(open)).toBe(Math.max(...values))
})

describe('the best choice', () => {
  test.each([
    ['10♠ 10♦ 6♥', 'hit'],
    ['10♠ 2♦ 2♥', 'hit'],
    ['10♠ 4♦ 2♥', 'stand'],
    ['5♠ 10♦ 6♥', 'double'],
    ['5♠ A♦ 6♥', 'hit'],
    ['A♠ 7♦ 7♥', 'stand'],
    ['A♠ 6♦ 7♥', 'double'],
    ['8♠ 10♦ 8♥', 'split'],
    ['A♠ A♦ A♥', 'split'],
    ['9♠ 7♦ 9♥', 'stand'],
    ['9♠ 9♦ 9♥', 'split'],
    ['A♠ A♦ K♥', 'stand'],
  ])('matches basic strategy for %s: %s', (cards, choice) => {
    expect(bestChoice(dealtRound(`${cards} 5♣`))).toBe(choice)
  })

  test('is never insurance: it loses a thirteenth of its premium', () => {
    const ace = RANK_DRAWS.at(-1)
    for (const first of RANK_DRAWS) {
      for (const second of RANK_DRAWS.slice(-2)) {
        const position = dealtRound([first, ace, second, 0].join(' '))
        const insured = choiceValue(position, 'insurance')
        const best = positionValue(position)
        expect((best - insured) * 13).toBeCloseTo(5, 9)
        expect(bestChoice(position)).not.toBe('insurance')
      }
    }
  })
})
