import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dealtRound,
  type Wandering,
  wanderedRound,
} from '#testing/samples/blackjack-rounds.ts'
import { drawsOfCards } from '#testing/samples/draws-of-cards.ts'
import { type Draws, observed, WORD_RANGE } from '../../fairness/draws.ts'
import { positionAfter } from '../../fairness/round.ts'
import { coins, MAX_COINS } from '../../money/coins.ts'
import { CARD_COUNT } from '../cards.ts'
import { type BlackjackAction, blackjack } from './blackjack.ts'
import { premiumOf } from './blackjack-hand.ts'
import { legalChoices } from './blackjack-table.ts'

const { steps, choices } = blackjack
const [request] = blackjack.requests
if (!steps || !choices || !request) throw new Error('blackjack has choices')

/** More than any round needs. */
const LONG = { minLength: 60, maxLength: 60 }

const anyDraw = fc.integer({ min: 0, max: WORD_RANGE - 1 })
/** Pairs, blackjacks and dealers' aces in plenty. */
const telling = fc
  .constantFrom('A♠', 'A♦', 'K♥', '10♦', '8♣', '6♦', '2♠')
  .map((text) => drawsOfCards(text)(0))

const anyDraws: fc.Arbitrary<Draws> = fc
  .oneof(fc.array(anyDraw, LONG), fc.array(telling, LONG))
  .map((draws) => (index) => {
    const draw = draws[index]
    if (draw === undefined) throw new Error('no round is so long')
    return draw
  })

/** Up to the largest stake whose exposure a balance can hold. */
const anyStake = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 1, max: 2 ** 50 - 1 }),
)

/** Rounds of all kinds; a wish says which of the legal choices is taken. */
const anyWandering: fc.Arbitrary<Wandering> = fc.record({
  betAmount: anyStake,
  draws: anyDraws,
  wishes: fc.array(fc.nat({ max: 59 }), LONG),
})

const idleStand: BlackjackAction = { action: 'stand', reason: 'idle' }

function view(...round: Parameters<typeof dealtRound>) {
  return blackjack.view(dealtRound(...round))
}

describe('the request', () => {
  test('to deal is a stake', () => {
    const body = { action: 'deal', betAmount: 10 }
    expect(request.body.parse(body)).toEqual({ start: { betAmount: 10 } })
  })

  test.each(['hit', 'stand', 'double', 'split', 'insurance'])(
    'to %s may name a step, and a stake that counts for nothing',
    (action) => {
      const act = { action }
      expect(request.body.parse({ action })).toEqual({ act })
      expect(request.body.parse({ action, step: 3, betAmount: 7 })).toEqual({
        act,
        step: 3,
      })
    },
  )

  test.each([
    undefined,
    null,
    '',
    'DEAL',
    'surrender',
    '__proto__',
    0,
    ['hit'],
  ])('names an action, not %j', (action) => {
    const body = { action, betAmount: 10 }
    expect(request.body.safeParse(body).error?.issues).toMatchObject([
      {
        path: ['action'],
        message: 'Choose deal, hit, stand, double, split or insurance',
      },
    ])
  })

  test.each([
    { action: 'deal' },
    { action: 'deal', betAmount: 0 },
    { action: 'deal', betAmount: 10, step: 0 },
    { action: 'hit', betAmount: 0 },
    { action: 'hit', betAmount: 1.5 },
    { action: 'hit', step: -1 },
    { action: 'stand', reason: 'idle' },
    { action: 'hit', card: 'A♠' },
    ['hit'],
    'hit',
    null,
  ])('is refused: %j', (body) => {
    expect(request.body.safeParse(body).success).toBe(false)
  })
})

describe('an action in a record', () => {
  test.each([{ action: 'hit' }, { action: 'insurance' }, idleStand])(
    'can be %j',
    (action) => {
      expect(steps.action.parse(action)).toEqual(action)
    },
  )

  test.each([
    { action: 'deal' },
    { action: 'hit', reason: 'idle' },
    { action: 'stand', reason: 'house_limit' },
    { action: 'hit', step: 1 },
    { action: 'stand', hand: 0 },
    { ...idleStand, hand: 0 },
  ])('can not be %j', (action) => {
    expect(steps.action.safeParse(action).success).toBe(false)
  })
})

describe('what the player sees', () => {
  test('is one card of the dealer while the round is open', () => {
    expect(view('5♠ 6♦ 9♥ 3♣')).toEqual({
      gameState: 'playing',
      playerHand: [
        { value: 5, suit: 'spades' },
        { value: 9, suit: 'hearts' },
      ],
      dealerHand: [{ value: 6, suit: 'diamonds' }, { hidden: true }],
      hands: [
        {
          cards: [
            { value: 5, suit: 'spades' },
            { value: 9, suit: 'hearts' },
          ],
          bet: 10,
          state: 'playing',
        },
      ],
      active: 0,
      betAmount: 10,
      insuranceOffered: false,
      insurance: null,
    })
  })

  test('is the hand being played after a split', () => {
    const second = view('8♠ 6♦ 8♥ 10♣ 2♦ 3♠', ['split', 'stand'])
    expect(second).toMatchObject({
      playerHand: [{ value: 8 }, { value: 3 }],
      active: 1,
      hands: [{ state: 'stood' }, { state: 'playing' }],
    })
  })

  test('is an insurance on offer until it is settled', () => {
    expect(view('9♠ A♦ 8♥ 9♣')).toMatchObject({ insuranceOffered: true })
    expect(view('9♠ A♦ 8♥ 9♣', ['insurance'])).toMatchObject({
      insuranceOffered: false,
      insurance: { premium: 5, payout: 0 },
    })
  })

  test('is no hand to play with a blackjack to insure', () => {
    expect(view('A♠ A♦ K♥ 9♣')).toMatchObject({
      active: null,
      playerHand: [{ value: 'A' }, { value: 'K' }],
      hands: [{ state: 'blackjack' }],
      insuranceOffered: true,
    })
  })

  test('is everything once the round is over', () => {
    const cards = '10♠ 6♦ K♥ 10♣ 9♦ 6♠ 2♠'
    expect(view(cards, ['split', 'stand', 'stand'])).toMatchObject({
      gameState: 'playing',
      playerHand: [{ value: 10 }, { value: 9 }],
      dealerHand: [{ value: 6 }, { value: 10 }, { value: 2 }],
      hands: [
        { state: 'stood', payout: 20, result: 'You won 10 coins' },
        { state: 'stood', payout: 0, result: 'Dealer wins' },
      ],
      active: null,
      result: 'Push',
      payout: 20,
    })
  })

  test('is an empty table when no round is open', () => {
    expect(choices.idle).toEqual({
      gameState: 'betting',
      playerHand: [],
      dealerHand: [],
      hands: [],
      active: null,
    })
  })

  /** All that open positions of a round show, with another hidden card. */
  function shownWhileOpen(wandering: Wandering, hidden: number) {
    const draw = Math.ceil((hidden * WORD_RANGE) / CARD_COUNT)
    const draws: Draws = (at) => (at === 3 ? draw : wandering.draws(at))
    const { positions, choices } = wanderedRound({ ...wandering, draws })
    return positions
      .filter(({ outcome }) => !outcome)
      .map((position, index) => ({
        done: choices.slice(0, index),
        view: blackjack.view(position),
        legal: legalChoices(position),
      }))
  }

  test('property: is the same whatever is hidden while the round is open', () => {
    const anyCard = fc.integer({ min: 0, max: CARD_COUNT - 1 })
    let compared = 0
    fc.assert(
      fc.property(anyWandering, anyCard, anyCard, (wandering, one, other) => {
        const shown = shownWhileOpen(wandering, one)
        const alike = shownWhileOpen(wandering, other)
        const length = Math.min(shown.length, alike.length)
        expect(shown.slice(0, length)).toEqual(alike.slice(0, length))
        compared += length
      }),
      { numRuns: 500 },
    )
    expect(compared).toBeGreaterThan(300)
  })

  test('property: an open round shows no second card of the dealer', () => {
    fc.assert(
      fc.property(anyWandering, (wandering) => {
        for (const position of wanderedRound(wandering).positions) {
          if (position.outcome) continue
          const { dealerHand, ...rest } = blackjack.view(position)
          expect(dealerHand).toEqual([position.dealer[0], { hidden: true }])
          expect(Object.keys(rest)).not.toContain('payout')
        }
      }),
    )
  })
})

describe('what a round can cost', () => {
  const bet = { betAmount: coins(10) }

  test('is four bets of the house and eight paid, at the deal and later', () => {
    const expected = { payout: 80, loss: 40 }
    expect(blackjack.exposure(bet)).toEqual(expected)
    const open = dealtRound('8♠ 6♦ 8♥ 10♣')
    expect(choices.exposure(open, { action: 'split' })).toEqual(expected)
  })

  test('is reached by two doubled hands that win', () => {
    const cards = '8♠ 6♦ 8♥ 10♣ 3♦ 3♠ 10♥ 10♠ 10♦'
    const last = dealtRound(cards, ['split', 'double', 'double'])
    expect(last.staked).toBe(40)
    expect(last.outcome).toMatchObject({ payout: 80 })
  })

  test('takes four bets and a premium of the player at most', () => {
    const cards = '8♠ A♦ 8♥ 6♣ 3♦ 3♠ 10♥ 10♠'
    const moves = ['insurance', 'split', 'double', 'double'] as const
    const { staked, outcome } = dealtRound(cards, moves)
    expect(staked).toBe(45)
    expect(outcome).toMatchObject({ payout: 80 })
  })

  test('is more than a balance holds for stakes that no round takes', () => {
    const { payout } = blackjack.exposure({ betAmount: coins(2 ** 50) })
    expect(payout).toBeGreaterThan(MAX_COINS)
  })

  test('property: is never passed, insurance and rounding included', () => {
    fc.assert(
      fc.property(anyWandering, (wandering) => {
        const { betAmount } = wandering
        const { payout, loss } = blackjack.exposure({
          betAmount: coins(betAmount),
        })
        const most = 4 * betAmount + premiumOf(coins(betAmount))
        for (const { staked, outcome } of wanderedRound(wandering).positions) {
          expect(staked).toBeLessThanOrEqual(most)
          const paid = outcome?.payout ?? 0
          expect(paid).toBeLessThanOrEqual(payout)
          expect(paid - staked).toBeLessThanOrEqual(loss)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('property: an action takes its price, or less when the dealer spares it', () => {
    fc.assert(
      fc.property(anyWandering, (wandering) => {
        for (const { before, choice, after } of wanderedRound(wandering)
          .moves) {
          const price = choices.price(before, { action: choice })
          const asked = after.staked - before.staked
          const isSpared = before.isInsurable && after.outcome && asked === 0
          expect(isSpared ? 0 : price).toBe(asked)
        }
      }),
    )
  })
})

describe('a round', () => {
  test('property: ends, and nothing is legal then', () => {
    fc.assert(
      fc.property(anyWandering, (wandering) => {
        const { last } = wanderedRound(wandering)
        expect(last.outcome).toBeDefined()
        expect(legalChoices(last)).toEqual([])
      }),
    )
  })

  test('property: is over when the house stands often enough', () => {
    fc.assert(
      fc.property(anyWandering, fc.nat({ max: 5 }), (wandering, length) => {
        const wishes = wandering.wishes.slice(0, length)
        let position = wanderedRound({ ...wandering, wishes }).last
        for (let times = 0; !position.outcome; times++) {
          const action = choices.automaticAction({ reason: 'idle' })
          expect(action).toEqual(idleStand)
          expect(steps.allows(position, action)).toBe(true)
          expect(times).toBeLessThan(2)
          position = steps.act(position, action, wandering.draws)
        }
        expect(position.outcome).toBeDefined()
      }),
    )
  })

  test('property: adds up: stakes, hands, insurance and the words for it', () => {
    fc.assert(
      fc.property(anyWandering, (wandering) => {
        const { last } = wanderedRound(wandering)
        if (!last.outcome) throw new Error('a round ends')
        const { hands, insurance, payout, result } = last.outcome
        const sum = (amounts: number[]) => amounts.reduce((a, b) => a + b, 0)
        const bets = sum(hands.map(({ bet }) => bet))
        expect(last.staked).toBe(bets + (insurance?.premium ?? 0))
        const paid = sum(hands.map((hand) => hand.payout))
        expect(payout).toBe(paid + (insurance?.payout ?? 0))
        expect(result).toMatch(wordsFor(payout - last.staked))
        expect(blackjack.describe(last.outcome)).toBe(result)
      }),
    )
  })

  function wordsFor(net: number): RegExp {
    if (net === 0) return /^Push$/
    const won = new RegExp(`^(Blackjack! )?You won ${net} coins$`)
    return net > 0 ? won : /^(Dealer wins|Bust)$/
  }

  test('property: has an outcome of its own schema, and its actions replay', () => {
    fc.assert(
      fc.property(anyWandering, (wandering) => {
        const { betAmount, draws } = wandering
        const { last, choices: taken } = wanderedRound(wandering)
        const { outcome } = last
        expect(blackjack.outcome.parse(outcome)).toEqual(outcome)
        const actions = taken.map((action) => ({ action }))
        const bet = { betAmount: coins(betAmount) }
        const moves = { game: blackjack, bet, actions }
        expect(positionAfter(moves, draws)?.outcome).toEqual(outcome)
      }),
    )
  })
})

describe('what a draw became', () => {
  test.each([
    [
      '8♠ 6♦ 8♥ 10♣ 2♦ 3♠ 9♦ 10♠ 5♠',
      ['split', 'hit', 'stand', 'double'] as const,
      [
        'player: 8♠',
        'dealer: 6♦',
        'player: 8♥',
        'dealer, hidden: 10♣',
        'first hand: 2♦',
        'second hand: 3♠',
        'first hand: 9♦',
        'second hand: 10♠',
        'dealer: 5♠',
      ],
    ],
    [
      '5♠ 6♦ 4♥ 10♣ 2♦ 9♠ 5♠',
      ['hit', 'hit', 'stand'] as const,
      [
        'player: 5♠',
        'dealer: 6♦',
        'player: 4♥',
        'dealer, hidden: 10♣',
        'player: 2♦',
        'player: 9♠',
        'dealer: 5♠',
      ],
    ],
  ])('is a card: %s', (cards, taken, expected) => {
    expect(storiesOf(cards, taken, 10)).toEqual(expected)
  })

  test.each([
    [0, 'below ½: 7.50 becomes 8'],
    [WORD_RANGE / 2, '½ or more: 7.50 becomes 7'],
  ])('is how half a coin was rounded: %i', (draw, story) => {
    expect(storiesOf(`A♠ 6♦ K♥ 9♣ ${draw}`, [], 3).at(-1)).toBe(story)
  })

  function storiesOf(
    cards: string,
    taken: readonly BlackjackAction['action'][],
    betAmount: number,
  ) {
    const { draws, seen } = observed(drawsOfCards(cards))
    const bet = { betAmount: coins(betAmount) }
    const actions = taken.map((action) => ({ action }))
    const moves = { game: blackjack, bet, actions }
    const outcome = blackjack.outcome.parse(
      positionAfter(moves, draws)?.outcome,
    )
    const round = { bet, actions, draws: seen(), outcome }
    return seen().map((_, index) => blackjack.explain(round, index))
  }
})
