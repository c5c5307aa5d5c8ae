import { describe, expect, test } from 'vitest'
import { dealtRound } from '#testing/samples/blackjack-rounds.ts'
import { WORD_RANGE } from '../../fairness/draws.ts'
import { type Card, cardText } from '../cards.ts'
import { getPrice, legalChoices } from './blackjack-table.ts'

const HALF = WORD_RANGE / 2

/** Plays a round with a stake of 10. */
const LOST = { payout: 0, result: 'Dealer wins' }
const LEVEL = { payout: 10, result: 'Push' }
const NATURAL = { payout: 25, result: 'Blackjack! You won 15 coins' }
const WON = { payout: 20, result: 'You won 10 coins' }

function texts(cards: readonly Card[] | undefined) {
  return cards?.map(cardText).join(' ')
}

function getOutcome(...round: Parameters<typeof dealtRound>) {
  const { outcome } = dealtRound(...round)
  if (!outcome) throw new Error('the round is still open')
  return outcome
}

describe('the deal', () => {
  test('alternates between player and dealer', () => {
    const { hands, dealer } = dealtRound('5♠ 6♦ 9♥ 3♣')
    expect(hands.map(({ cards }) => texts(cards))).toEqual(['5♠ 9♥'])
    expect(texts(dealer)).toBe('6♦ 3♣')
  })

  test.each([
    ['5♠ 6♦ 9♥ 3♣', ['hit', 'stand', 'double']],
    ['K♠ 6♦ 10♥ 3♣', ['hit', 'stand', 'double', 'split']],
    ['5♠ 6♦ 5♥ 3♣', ['hit', 'stand', 'double', 'split']],
    ['A♠ 6♦ A♥ 3♣', ['hit', 'stand', 'double', 'split']],
    ['5♠ A♦ 9♥ 3♣', ['hit', 'stand', 'double', 'insurance']],
    ['A♠ A♦ K♥ 3♣', ['stand', 'insurance']],
    ['A♠ A♦ K♥ K♣', ['stand', 'insurance']],
  ])('of %s allows %j', (cards, legal) => {
    expect(legalChoices(dealtRound(cards))).toEqual(legal)
  })

  test.each([
    ['a blackjack', 'A♠ 6♦ K♥ 9♣', NATURAL],
    ['a blackjack against a ten', 'Q♠ J♦ A♥ 9♣', NATURAL],
    ["the dealer's blackjack under a ten", '10♠ K♦ 9♥ A♣', LOST],
    ['both with a blackjack', 'A♠ K♦ K♥ A♣', LEVEL],
  ])('ends the round with %s', (_name, cards, expected) => {
    const position = dealtRound(cards)
    expect(position.outcome).toMatchObject(expected)
    expect(legalChoices(position)).toEqual([])
  })

  test('continues under an ace, whatever the hidden card', () => {
    expect(dealtRound('10♠ A♦ 9♥ K♣').outcome).toBeUndefined()
    expect(dealtRound('10♠ A♦ 9♥ 9♣').outcome).toBeUndefined()
  })
})

describe('a bet of one coin, too little to insure,', () => {
  test.each([
    ["the dealer's blackjack", '10♠ A♦ 9♥ K♣', LOST],
    ['both with a blackjack', 'A♠ A♦ K♥ K♣', { payout: 1, result: 'Push' }],
    [
      'a blackjack',
      `A♠ A♦ K♥ 9♣ ${HALF}`,
      { payout: 2, result: 'Blackjack! You won 1 coins' },
    ],
  ])('ends the round at the deal with %s', (_name, cards, expected) => {
    expect(getOutcome(cards, [], 1)).toMatchObject(expected)
  })

  test('continues the round without an offer of insurance', () => {
    const position = dealtRound('10♠ A♦ 9♥ 8♣', [], 1)
    expect(legalChoices(position)).toEqual(['hit', 'stand', 'double'])
  })
})

describe('hit', () => {
  test('adds a card and continues the hand', () => {
    const position = dealtRound('5♠ 6♦ 9♥ 3♣ 2♦', ['hit'])
    expect(texts(position.hands[0]?.cards)).toBe('5♠ 9♥ 2♦')
    expect(legalChoices(position)).toEqual(['hit', 'stand'])
  })

  test('loses with 22 without a draw of the dealer', () => {
    const hands = [{ state: 'bust', payout: 0 }]
    const bust = { payout: 0, result: 'Bust', hands }
    expect(getOutcome('5♠ 6♦ 9♥ 3♣ 8♦', ['hit'])).toMatchObject(bust)
  })

  test('stands automatically with 21', () => {
    const won = { ...WON, hands: [{ state: 'stood' }] }
    expect(getOutcome('5♠ 6♦ 9♥ 3♣ 7♦ 10♠', ['hit'])).toMatchObject(won)
  })
})

describe('stand', () => {
  test.each([
    ['more than the dealer', '10♠ 10♦ 9♥ 8♣', WON],
    ['as much as the dealer', '10♠ 10♦ 9♥ 9♣', LEVEL],
    ['less than the dealer', '10♠ 10♦ 8♥ 9♣', LOST],
    ['little, and the dealer bust', '10♠ 10♦ 2♥ 6♣ 6♦', WON],
  ])('with %s: %s', (_name, cards, expected) => {
    expect(getOutcome(cards, ['stand'])).toMatchObject(expected)
  })

  test.each([
    ['hard 16 once more', '10♠ 10♦ 9♥ 6♣ A♦', '10♦ 6♣ A♦'],
    ['soft 16 once more', '10♠ 5♦ 9♥ A♣ A♦', '5♦ A♣ A♦'],
    ['soft 17 not again', '10♠ 6♦ 9♥ A♣', '6♦ A♣'],
    ['as often as it takes', '10♠ 2♦ 9♥ 2♣ 3♦ 4♠ 5♥ 2♥', '2♦ 2♣ 3♦ 4♠ 5♥ 2♥'],
  ])('lets the dealer draw at %s', (_name, cards, dealerHand) => {
    expect(texts(getOutcome(cards, ['stand']).dealerHand)).toBe(dealerHand)
  })

  test("doesn't count the dealer's 21 of three cards as a blackjack", () => {
    const cards = '5♠ 6♦ 9♥ 5♣ 7♦ 10♠'
    expect(getOutcome(cards, ['hit'])).toMatchObject({ result: 'Push' })
  })
})

describe('double', () => {
  test.each([
    ['takes a second bet and one card', '5♠ 6♦ 6♥ 10♣ 9♦ 4♥', 20, 'doubled'],
    ['loses both bets when it is bust', '10♠ 6♦ 6♥ 10♣ 9♦', 0, 'bust'],
  ])('%s', (_what, cards, payout, state) => {
    const position = dealtRound(cards, ['double'])
    expect(position.staked).toBe(20)
    expect(position.outcome).toMatchObject({
      payout,
      result: payout > 0 ? 'Push' : 'Bust',
      hands: [{ bet: 20, state, payout }],
    })
  })
})

describe('split', () => {
  test('makes two hands of two cards, the first one to play', () => {
    const position = dealtRound('8♠ 6♦ 8♥ 10♣ 2♦ 3♠', ['split'])
    expect(position.staked).toBe(20)
    expect(position.hands).toMatchObject([
      { bet: 10, state: 'playing' },
      { bet: 10, state: 'waiting' },
    ])
    const cards = position.hands.map((hand) => texts(hand.cards))
    expect(cards).toEqual(['8♠ 2♦', '8♥ 3♠'])
  })

  test('is not allowed again for another pair', () => {
    const position = dealtRound('8♠ 6♦ 8♥ 10♣ 8♦ 8♣', ['split'])
    expect(legalChoices(position)).toEqual(['hit', 'stand', 'double'])
    const second = dealtRound('8♠ 6♦ 8♥ 10♣ 8♦ 8♣', ['split', 'stand'])
    expect(legalChoices(second)).toEqual(['hit', 'stand', 'double'])
  })

  test('plays one hand after the other, then the dealer', () => {
    const cards = '8♠ 6♦ 8♥ 10♣ 2♦ 3♠ 9♦ 10♠ 5♠'
    const { hands, dealerHand, ...rest } = getOutcome(cards, [
      'split',
      'hit',
      'stand',
      'double',
    ])
    expect(hands).toMatchObject([
      { state: 'stood', bet: 10, payout: 0 },
      { state: 'doubled', bet: 20, payout: 20 },
    ])
    expect(hands.map((hand) => texts(hand.cards))).toEqual([
      '8♠ 2♦ 9♦',
      '8♥ 3♠ 10♠',
    ])
    expect(texts(dealerHand)).toBe('6♦ 10♣ 5♠')
    expect(rest).toMatchObject({ payout: 20, result: 'Dealer wins' })
  })

  test('draws one card for each ace, then stands', () => {
    expect(getOutcome('A♠ 6♦ A♥ 10♣ 2♦ 3♠ 9♦', ['split'])).toMatchObject({
      hands: [{ state: 'stood' }, { state: 'stood' }],
      payout: 40,
    })
  })

  test('counts an ace with a ten as 21, not as a blackjack', () => {
    expect(getOutcome('A♠ 6♦ A♥ 10♣ K♦ Q♠ 5♦', ['split'])).toMatchObject({
      payout: 20,
      result: 'Push',
      hands: [{ state: 'stood', payout: 10 }, { payout: 10 }],
    })
    const first = dealtRound('10♠ 6♦ K♥ 10♣ A♦ Q♠', ['split'])
    expect(first.hands).toMatchObject([
      { state: 'stood' },
      { state: 'playing' },
    ])
    const second = getOutcome('10♠ 6♦ K♥ 10♣ 5♦ A♠ 5♥', ['split', 'stand'])
    expect(second).toMatchObject({ payout: 10, result: 'Dealer wins' })
  })

  test('with both hands bust ends without a draw of the dealer', () => {
    const cards = '10♠ 6♦ K♥ 10♣ 5♦ 6♠ 10♥ 9♠'
    const bust = { payout: 0, result: 'Bust' }
    expect(getOutcome(cards, ['split', 'hit', 'hit'])).toMatchObject(bust)
  })

  test('with one hand bust lets the dealer draw for the other', () => {
    const cards = '10♠ 6♦ K♥ 10♣ 5♦ 9♠ 10♥ 5♠'
    const lost = getOutcome(cards, ['split', 'hit', 'stand'])
    expect(lost).toMatchObject({ payout: 0, result: 'Dealer wins' })
    expect(texts(lost.dealerHand)).toBe('6♦ 10♣ 5♠')
  })

  test.each([
    ['one won, one lost', '9♦ 6♠ 2♠', { payout: 20, result: 'Push' }],
    ['both won', '9♦ 8♠ 10♣', { payout: 40, result: 'You won 20 coins' }],
    ['one won, one level', '9♦ 8♠ 2♠', { ...WON, payout: 30 }],
    ['one lost, one level', '8♦ 6♠ 2♠', { payout: 10, result: 'Dealer wins' }],
    ['both lost', '7♦ 6♠ 2♠', { payout: 0, result: 'Dealer wins' }],
  ])('sums its hands by net: %s', (_name, drawn, expected) => {
    const cards = `10♠ 6♦ K♥ 10♣ ${drawn}`
    const outcome = getOutcome(cards, ['split', 'stand', 'stand'])
    expect(outcome).toMatchObject(expected)
  })
})

describe('insurance', () => {
  test('costs half the stake and pays 2:1 on a blackjack of the dealer', () => {
    const position = dealtRound('10♠ A♦ 9♥ K♣', ['insurance'])
    expect(position.staked).toBe(15)
    expect(position.outcome).toMatchObject({
      payout: 15,
      result: 'Push',
      hands: [{ state: 'stood', payout: 0 }],
      insurance: { premium: 5, payout: 15 },
    })
  })

  test('is lost without a dealer blackjack, and play continues', () => {
    const position = dealtRound('10♠ A♦ 9♥ 8♣', ['insurance'])
    const insurance = { premium: 5, payout: 0 }
    expect(position).toMatchObject({ staked: 15, insurance })
    expect(legalChoices(position)).toEqual(['hit', 'stand', 'double'])
    const choices = ['insurance', 'stand'] as const
    const won = { payout: 20, result: 'You won 5 coins', insurance }
    expect(getOutcome('10♠ A♦ 10♥ 8♣', choices)).toMatchObject(won)
  })

  test.each([
    ['an odd stake leaves a coin lost', '10♠ A♦ 9♥ K♣', 11, 15, 'Dealer wins'],
    ['a blackjack is even money', 'A♠ A♦ K♥ K♣', 10, 25, 'You won 10 coins'],
    [
      'a blackjack alone is 3:2 less the premium',
      'A♠ A♦ K♥ 9♣',
      10,
      25,
      'Blackjack! You won 10 coins',
    ],
    [
      'half a coin is rounded by a draw',
      `A♠ A♦ K♥ 9♣ ${HALF - 1}`,
      5,
      13,
      'Blackjack! You won 6 coins',
    ],
  ])('of %s', (...[, cards, stake, payout, result]) => {
    const outcome = getOutcome(cards, ['insurance'], stake)
    expect(outcome).toMatchObject({ payout, result })
  })
})

describe('any other first action under an ace', () => {
  const DEALER_HAS_IT = '8♠ A♦ 8♥ K♣'

  test.each(['hit', 'stand', 'double', 'split'] as const)(
    '%s costs nothing and draws nothing if the dealer has a blackjack',
    (choice) => {
      const position = dealtRound(DEALER_HAS_IT, [choice])
      expect(position.staked).toBe(10)
      expect(position.outcome).toMatchObject({
        ...LOST,
        hands: [{ bet: 10, state: 'stood' }],
        insurance: null,
      })
    },
  )

  test('is applied if the dealer has none', () => {
    const position = dealtRound('8♠ A♦ 8♥ 9♣ 3♠ 4♥', ['split'])
    expect(position).toMatchObject({ staked: 20, isInsurable: false })
    expect(legalChoices(position)).toEqual(['hit', 'stand', 'double'])
  })

  test.each([
    ['3:2', 'A♠ A♦ K♥ 9♣', NATURAL],
    ['nothing when the dealer has one too', 'A♠ A♦ K♥ K♣', LEVEL],
  ])('of a blackjack is to stand, and wins %s', (_name, cards, expected) => {
    expect(getOutcome(cards, ['stand'])).toMatchObject(expected)
  })
})

test.each([
  [0, 3],
  [HALF - 1, 3],
  [HALF, 2],
])('draw %i rounds 2.5 coins of a blackjack to %i', (draw, payout) => {
  const outcome = getOutcome(`A♠ 6♦ K♥ 9♣ ${draw}`, [], 1)
  expect(outcome).toMatchObject({ payout, hands: [{ payout }] })
})

test.each([
  ['hit', 0],
  ['stand', 0],
  ['double', 10],
  ['split', 10],
  ['insurance', 5],
] as const)('%s costs %i at a stake of 10', (choice, price) => {
  const pair = dealtRound('8♠ A♦ 8♥ 9♣')
  expect(legalChoices(pair)).toContain(choice)
  expect(getPrice(pair, choice)).toBe(price)
})

test('doubling the second hand costs its bet', () => {
  const second = dealtRound('8♠ 6♦ 8♥ 9♣ 3♠ 3♥ 2♠', ['split', 'double'])
  expect(second.staked).toBe(30)
  expect(getPrice(second, 'double')).toBe(10)
  expect(getPrice(dealtRound('A♠ 6♦ K♥ 9♣'), 'double')).toBe(0)
})
