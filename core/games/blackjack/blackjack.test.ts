import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dealtRound,
  type Wandering,
  wanderedRound,
} from '#testing/samples/blackjack-rounds.ts'
import { drawsOfCards } from '#testing/samples/draws-of-cards.ts'
import { type Draws, recordDraws, WORD_RANGE } from '../../fairness/draws.ts'
import { replayMoves } from '../../fairness/round.ts'
import { coins } from '../../money/coins.ts'
import { CARD_COUNT } from '../cards.ts'
import { type BlackjackAction, blackjack } from './blackjack.ts'
import { getPremium } from './blackjack-hand.ts'
import { legalChoices } from './blackjack-table.ts'

const { steps, choices } = blackjack
const [request] = blackjack.requests

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

/** Rounds of all kinds; a wish says which of the legal choices is taken. */
const anyWandering: fc.Arbitrary<Wandering> = fc.record({
  // Up to the largest stake whose exposure a balance can hold.
  betAmount: fc.oneof(
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 2 ** 50 - 1 }),
  ),
  draws: anyDraws,
  wishes: fc.array(fc.nat({ max: 59 }), LONG),
})

const idleStand: BlackjackAction = { action: 'stand', reason: 'idle' }

function view(...round: Parameters<typeof dealtRound>) {
  return blackjack.view(dealtRound(...round))
}

describe('the request', () => {
  const body = request?.body ?? blackjack.bet

  test('to deal is a stake', () => {
    const start = { betAmount: 10 }
    expect(body.parse({ action: 'deal', ...start })).toEqual({ start })
  })

  test.each([
    ['hit', 'hit'],
    ['stand', 'stood'],
    ['double', 'doubled'],
    ['split', 'split the pair'],
    ['insurance', 'took insurance'],
  ] as const)('to %s may name a step, and ignores a stake', (action, words) => {
    const act = { action }
    expect(body.parse({ action })).toEqual({ act })
    const more = { action, step: 3, betAmount: 7 }
    expect(body.parse(more)).toEqual({ act, step: 3 })
    expect(steps.action.parse(act)).toEqual(act)
    expect(steps.describe?.(act)).toBe(words)
  })

  test.each([undefined, null, 'DEAL', 'surrender', '__proto__', ['hit']])(
    'rejects the action %j',
    (action) => {
      const { error } = body.safeParse({ action, betAmount: 10 })
      expect(error?.issues).toMatchObject([
        {
          path: ['action'],
          message: 'Choose deal, hit, stand, double, split or insurance',
        },
      ])
    },
  )

  test.each([
    { action: 'deal' },
    { action: 'deal', betAmount: 10, step: 0 },
    { action: 'hit', betAmount: 0 },
    { action: 'hit', step: -1 },
    { action: 'hit', card: 'A♠' },
    idleStand,
  ])('rejects %j', (wrong) => {
    expect(body.safeParse(wrong).success).toBe(false)
  })
})

test('stands automatically for an idle player', () => {
  expect(choices.automaticAction({ reason: 'idle' })).toEqual(idleStand)
  expect(choices.getReplacementAction(idleStand)).toBeUndefined()
  expect(steps.action.parse(idleStand)).toEqual(idleStand)
  for (const wrong of [
    { action: 'deal' },
    { action: 'hit', reason: 'idle' },
    { action: 'stand', reason: 'house_limit' },
    { ...idleStand, hand: 0 },
  ]) {
    expect(steps.action.safeParse(wrong).success).toBe(false)
  }
})

describe('the view', () => {
  test('shows one card of the dealer while the round is open', () => {
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

  test('shows the active hand after a split', () => {
    const second = view('8♠ 6♦ 8♥ 10♣ 2♦ 3♠', ['split', 'stand'])
    expect(second).toMatchObject({
      playerHand: [{ value: 8 }, { value: 3 }],
      active: 1,
      hands: [{ state: 'stood' }, { state: 'playing' }],
    })
  })

  test('offers insurance until it is settled', () => {
    expect(view('9♠ A♦ 8♥ 9♣')).toMatchObject({ insuranceOffered: true })
    expect(view('9♠ A♦ 8♥ 9♣', ['insurance'])).toMatchObject({
      insuranceOffered: false,
      insurance: { premium: 5, payout: 0 },
    })
    expect(view('A♠ A♦ K♥ 9♣')).toMatchObject({
      active: null,
      playerHand: [{ value: 'A' }, { value: 'K' }],
      hands: [{ state: 'blackjack' }],
      insuranceOffered: true,
    })
  })

  test('shows everything once the round is over', () => {
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

  test('is empty without an open round', () => {
    expect(choices.idle).toEqual({
      gameState: 'betting',
      playerHand: [],
      dealerHand: [],
      hands: [],
      active: null,
    })
  })

  /** Shows the open positions of a round with another hidden card. */
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

  test('property: is independent of the hidden card while the round is open', () => {
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
      { numRuns: 200 },
    )
    expect(compared).toBeGreaterThan(100)
  })
})

test('the exposure is four bets to lose and eight to pay', () => {
  const exposure = { payout: 80, loss: 40 }
  expect(blackjack.exposure({ betAmount: coins(10) })).toEqual(exposure)
  const open = dealtRound('8♠ 6♦ 8♥ 10♣')
  expect(choices.exposure(open, { action: 'split' })).toEqual(exposure)
  // Two doubled hands that win, with an insurance and without.
  const moves = ['split', 'double', 'double'] as const
  const most = dealtRound('8♠ 6♦ 8♥ 10♣ 3♦ 3♠ 10♥ 10♠ 10♦', moves)
  expect(most).toMatchObject({ staked: 40, outcome: { payout: 80 } })
  const insured = dealtRound('8♠ A♦ 8♥ 6♣ 3♦ 3♠ 10♥ 10♠', [
    'insurance',
    ...moves,
  ])
  expect(insured).toMatchObject({ staked: 45, outcome: { payout: 80 } })
})

test('property: stakes, hands, insurance and the result add up', () => {
  fc.assert(
    fc.property(anyWandering, (wandering) => {
      const { last, moves } = wanderedRound(wandering)
      if (!last.outcome) throw new Error('a round ends')
      const { hands, insurance, payout, result } = last.outcome
      const sum = (amounts: number[]) => amounts.reduce((a, b) => a + b, 0)
      const bets = sum(hands.map(({ bet }) => bet))
      expect(last.staked).toBe(bets + (insurance?.premium ?? 0))
      const betAmount = coins(wandering.betAmount)
      const most = 4 * betAmount + getPremium(betAmount)
      expect(last.staked).toBeLessThanOrEqual(most)
      const paid = sum(hands.map((hand) => hand.payout))
      expect(payout).toBe(paid + (insurance?.payout ?? 0))
      const exposure = blackjack.exposure({ betAmount })
      expect(payout).toBeLessThanOrEqual(exposure.payout)
      expect(payout - last.staked).toBeLessThanOrEqual(exposure.loss)
      expect(result).toMatch(toWords(payout - last.staked))
      expect(blackjack.describe(last.outcome)).toBe(result)
      for (const { before, choice, after } of moves) {
        const price = choices.price(before, { action: choice })
        const taken = after.staked - before.staked
        const isSpared = before.isInsurable && after.outcome && taken === 0
        expect(isSpared ? 0 : price).toBe(taken)
      }
    }),
    { numRuns: 200 },
  )
})

function toWords(net: number): RegExp {
  if (net === 0) return /^Push$/
  const won = new RegExp(`^(Blackjack! )?You won ${net} coins$`)
  return net > 0 ? won : /^(Dealer wins|Bust)$/
}

test.each([
  [
    'each card of a split',
    '8♠ 6♦ 8♥ 10♣ 2♦ 3♠ 9♦ 10♠ 5♠',
    ['split', 'hit', 'stand', 'double'] as const,
    'player: 8♠ | dealer: 6♦ | player: 8♥ | dealer, hidden: 10♣ | first hand: 2♦ | second hand: 3♠ | first hand: 9♦ | second hand: 10♠ | dealer: 5♠',
  ],
  [
    'each card of one hand',
    '5♠ 6♦ 4♥ 10♣ 2♦ 9♠ 5♠',
    ['hit', 'hit', 'stand'] as const,
    'player: 5♠ | dealer: 6♦ | player: 4♥ | dealer, hidden: 10♣ | player: 2♦ | player: 9♠ | dealer: 5♠',
  ],
  [
    'how half a coin is rounded up',
    'A♠ 6♦ K♥ 9♣ 0',
    [],
    'player: A♠ | dealer: 6♦ | player: K♥ | dealer, hidden: 9♣ | below ½: 7.50 becomes 8',
  ],
  [
    'how half a coin is rounded down',
    `A♠ 6♦ K♥ 9♣ ${WORD_RANGE / 2}`,
    [],
    'player: A♠ | dealer: 6♦ | player: K♥ | dealer, hidden: 9♣ | ½ or more: 7.50 becomes 7',
  ],
])('explains %s', (_what, cards, taken, explanations) => {
  const { draws, list } = recordDraws(drawsOfCards(cards))
  const bet = { betAmount: coins(3) }
  const actions = taken.map((action) => ({ action }))
  const moves = { game: blackjack, bet, actions }
  const outcome = blackjack.outcome.parse(replayMoves(moves, draws)?.outcome)
  const round = { bet, actions, draws: list(), outcome }
  const explained = list().map((_, index) => blackjack.explain(round, index))
  expect(explained.join(' | ')).toBe(explanations)
  expect(() => blackjack.explain(round, explained.length)).toThrow('in range')
})
