import { describe, expect, test } from 'vitest'
import { type Draw, WORD_RANGE } from '../../fairness/draws.ts'
import { coins, MAX_COINS } from '../../money/coins.ts'
import { twoDecimals } from '../../money/fair-rounding.ts'
import { CARD_COUNT, type CardValue, RANKS, toCard, toDraw } from '../cards.ts'
import { hiLo } from './hi-lo.ts'
import type { Guess } from './hi-lo-guess.ts'
import {
  getNextWinnings,
  getWinnings,
  type HiLoAction,
  type HiLoOutcome,
  type HiLoPosition,
  listCards,
  winningsSoFar,
} from './hi-lo-position.ts'

const { steps, choices } = hiLo

const LAST_DRAW = WORD_RANGE - 1
const SKIP: HiLoAction = { action: 'skip' }
const CASHOUT: HiLoAction = { action: 'cashout' }
const HIGHER = play('higher')
const LOWER = play('lower')
const IDLE = choices.automaticAction({ reason: 'idle' })
/** On a six: a right guess would make 17 of 10 coins. */
const HOUSE_LIMIT = houseLimit('higher', 6)

function houseLimit(choice: Guess, limit: number): HiLoAction {
  const refused = play(choice)
  return choices.automaticAction({ reason: 'house_limit', limit, refused })
}

function play(choice: Guess): HiLoAction {
  return { action: 'play', choice }
}

/** A draw that is the diamond of this value. */
function cardDraw(value: CardValue): Draw {
  return toDraw({ value, suit: 'diamonds' })
}

type Moves = { stake?: number; draws: Draw[]; actions?: HiLoAction[] }

function reached({ stake = 10, draws, actions = [] }: Moves): HiLoPosition {
  const drawn = (index: number) => {
    const draw = draws[index]
    if (draw === undefined) throw new Error(`draw ${index} is one too many`)
    return draw
  }
  const first = hiLo.start({ betAmount: coins(stake) }, drawn)
  return actions.reduce((position, action) => {
    if (!steps.allows(position, action)) throw new Error('not allowed')
    return steps.act(position, action, drawn)
  }, first)
}

function ended(moves: Moves): HiLoOutcome {
  const { outcome } = reached(moves)
  if (!outcome) throw new Error('the round is not over')
  return outcome
}

describe('a guess', () => {
  test.each([
    ['higher', 7, 8, true],
    ['higher', 7, 7, true],
    ['higher', 7, 6, false],
    ['higher', 10, 'J', true],
    ['higher', 'J', 'Q', true],
    ['higher', 'Q', 'K', true],
    ['higher', 'K', 'K', true],
    ['higher', 'A', 2, true],
    ['higher', 'A', 'A', false],
    ['lower', 7, 6, true],
    ['lower', 7, 7, true],
    ['lower', 7, 8, false],
    ['lower', 'A', 'A', true],
    ['lower', 'A', 2, false],
    ['lower', 'K', 'K', false],
  ] as const)('%s on %s: %s is right: %s', (...[choice, from, to, isRight]) => {
    const draws = [cardDraw(from), cardDraw(to)]
    const position = reached({ draws, actions: [play(choice)] })
    expect(position.consecutiveWins).toBe(isRight ? 1 : 0)
    expect(position.outcome?.end).toBe(isRight ? undefined : 'wrong_guess')
  })

  test.each([
    ['A', 92.31, 7.69],
    [2, 92.31, 15.38],
    [7, 53.85, 53.85],
    [8, 46.15, 61.54],
    ['Q', 15.38, 92.31],
    ['K', 7.69, 92.31],
  ] as const)('on %s is %d %% or %d %%', (value, higher, lower) => {
    expect(hiLo.view(reached({ draws: [cardDraw(value)] }))).toMatchObject({
      higherProbability: higher,
      lowerProbability: lower,
    })
  })

  test('multiplies the stake by 0.99 over its chance if correct', () => {
    const draws = [cardDraw(6), cardDraw(9), cardDraw('A'), 0]
    const actions = [HIGHER, LOWER, CASHOUT]
    expect(ended({ stake: 100, draws, actions })).toMatchObject({
      multiplier: { numerator: '1656369', denominator: '720000' },
      consecutiveWins: 2,
      payout: 231,
    })
  })

  test('ends the round without a payout if wrong, however long the streak', () => {
    const draws = ([9, 10, 'J', 10] as const).map(cardDraw)
    expect(ended({ draws, actions: [HIGHER, HIGHER, HIGHER] })).toEqual({
      payout: 0,
      cards: draws.map(toCard),
      consecutiveWins: 2,
      multiplier: { numerator: '0', denominator: '1' },
      end: 'wrong_guess',
    })
  })

  test.each(RANKS.flatMap((rank) => [[rank, HIGHER] as const, [rank, LOWER]]))(
    'on %s by %j returns exactly 0.99 over all cards',
    (rank, action) => {
      const draws = [cardDraw(6), cardDraw(9), cardDraw(rank)]
      const position = reached({ draws, actions: [HIGHER, SKIP] })
      const before = getWinnings(position)
      // Divisible by whatever a gain is divided by: 100 times 1 to 12.
      const parts = before.denominator * 100n * 27_720n
      const worths = Array.from({ length: CARD_COUNT }, (_, index) => {
        const draw = Math.ceil((index * WORD_RANGE) / CARD_COUNT)
        const next = getWinnings(steps.act(position, action, () => draw))
        return (next.numerator * parts) / next.denominator
      })
      const sum = worths.reduce((total, worth) => total + worth, 0n)
      const expected = 99n * 52n * before.numerator * parts
      expect(sum * 100n * before.denominator).toBe(expected)
    },
  )
})

describe('a skip', () => {
  test('draws a new card and changes nothing else', () => {
    const draws = [cardDraw(7), cardDraw(9), cardDraw('K')]
    const before = reached({ draws, actions: [HIGHER] })
    const skipped = reached({ draws, actions: [HIGHER, SKIP] })
    expect(hiLo.view(skipped)).toMatchObject({
      previousCard: { value: 9 },
      currentCard: { value: 'K' },
      consecutiveWins: 1,
      skipsLeft: 51,
    })
    expect(getWinnings(skipped)).toEqual(getWinnings(before))
  })

  test('is refused the 53rd time', () => {
    const actions = Array<HiLoAction>(52).fill(SKIP)
    const position = reached({ draws: Array(53).fill(0), actions })
    expect(hiLo.view(position)).toMatchObject({ skipsLeft: 0 })
    expect(steps.allows(position, SKIP)).toBe(false)
    expect(choices.legalActions(position)).toEqual(['play'])
    expect(steps.allows(position, HIGHER)).toBe(true)
  })
})

describe('a cash-out', () => {
  const sixEight = [cardDraw(6), cardDraw(8)]

  test.each([
    // 1287 / 800 = 1.60875 times 10
    [0, 17],
    [Math.floor(0.0875 * WORD_RANGE), 17],
    [Math.floor(0.0875 * WORD_RANGE) + 1, 16],
    [LAST_DRAW, 16],
  ])('of 16.0875 coins is fairly rounded: draw %i pays %i', (draw, payout) => {
    const draws = [...sixEight, draw]
    for (const last of [CASHOUT, IDLE, HOUSE_LIMIT]) {
      expect(ended({ draws, actions: [HIGHER, last] }).payout).toBe(payout)
    }
  })

  test('draws nothing for a payout of whole coins', () => {
    const moves = { stake: 800, draws: sixEight, actions: [HIGHER, CASHOUT] }
    expect(ended(moves).payout).toBe(1_287)
  })

  test('by the player requires a correct guess', () => {
    for (const actions of [[], [SKIP]]) {
      const fresh = reached({ draws: sixEight, actions })
      expect(steps.allows(fresh, CASHOUT)).toBe(false)
      expect(choices.legalActions(fresh)).toEqual(['play', 'skip'])
    }
    const right = reached({ draws: sixEight, actions: [HIGHER] })
    expect(steps.allows(right, CASHOUT)).toBe(true)
    expect(choices.legalActions(right)).toEqual(['play', 'skip', 'cashout'])
  })

  test('for a house limit requires a guess above the limit', () => {
    const position = reached({ draws: [cardDraw(6)] })
    expect(steps.allows(position, HOUSE_LIMIT)).toBe(true)
    expect(steps.allows(position, houseLimit('higher', 7))).toBe(false)
    // 6 of 13: 21.45 coins.
    expect(steps.allows(position, houseLimit('lower', 11))).toBe(true)
    expect(steps.allows(position, houseLimit('lower', 12))).toBe(false)
  })

  test('for a house limit rejects a guess whose win exceeds the largest balance', () => {
    const draws = [cardDraw(5)]
    // The largest stake whose win by 1287 / 900 a balance can hold.
    const most = reached({ stake: 6_298_740_737_581_112, draws })
    expect(choices.exposure(most, HIGHER).payout).toBe(MAX_COINS)
    expect(steps.allows(most, houseLimit('higher', 0))).toBe(true)
    expect(steps.allows(most, houseLimit('lower', 0))).toBe(false)
    const more = reached({ stake: 6_298_740_737_581_113, draws })
    expect(choices.exposure(more, HIGHER).payout).toBeGreaterThan(MAX_COINS)
    expect(steps.allows(more, houseLimit('higher', 0))).toBe(false)
    expect(steps.allows(more, IDLE)).toBe(true)
  })

  test.each([
    [IDLE, 'idle'],
    [HOUSE_LIMIT, 'house_limit'],
  ])('by %j returns the stake before any guess', (action, end) => {
    const draws = [cardDraw(6)]
    expect(ended({ draws, actions: [action] })).toEqual({
      payout: 10,
      cards: draws.map(toCard),
      consecutiveWins: 0,
      multiplier: { numerator: '1', denominator: '1' },
      end,
    })
  })

  test.each([
    [CASHOUT, 'You cashed out 17 coins'],
    [IDLE, 'You were away for too long, so 17 coins were cashed out for you'],
    [
      HOUSE_LIMIT,
      'The house could not cover another guess, so 17 coins were cashed out for you',
    ],
    [LOWER, 'Wrong guess: 8♦, then K♦'],
  ])('and other ends are described: %j', (last, message) => {
    const draws = [...sixEight, last === LOWER ? cardDraw('K') : 0]
    const position = reached({ draws, actions: [HIGHER, last] })
    expect(hiLo.view(position)).toMatchObject({ message })
    expect(position.outcome && hiLo.describe(position.outcome)).toBe(message)
  })
})

describe('the state', () => {
  const draws = [cardDraw(6), cardDraw(8), cardDraw(2)]

  test('shows one card and no winnings at the start', () => {
    expect(hiLo.view(reached({ draws }))).toEqual({
      gameActive: true,
      currentCard: { value: 6, suit: 'diamonds' },
      previousCard: null,
      consecutiveWins: 0,
      streakMultiplier: 1,
      accumulatedWinnings: 0,
      betAmount: 10,
      higherProbability: 61.54,
      lowerProbability: 46.15,
      cards: [{ value: 6, suit: 'diamonds' }],
      skipsLeft: 52,
    })
  })

  test('after a right guess shows the winnings, rounded down', () => {
    const state = hiLo.view(reached({ draws, actions: [HIGHER] }))
    expect(state).toMatchObject({ gameActive: true, consecutiveWins: 1 })
    const worth = { streakMultiplier: 1.6, accumulatedWinnings: 16.08 }
    expect(state).toMatchObject(worth)
  })

  test('after a wrong guess shows both cards, no winnings and no action', () => {
    const lost = reached({ draws, actions: [LOWER] })
    expect(hiLo.view(lost)).toMatchObject({
      gameActive: false,
      previousCard: { value: 6 },
      currentCard: { value: 8 },
      accumulatedWinnings: 0,
      streakMultiplier: 0,
      payout: 0,
    })
    expect(choices.legalActions(lost)).toEqual([])
    for (const action of [HIGHER, SKIP, CASHOUT, IDLE, HOUSE_LIMIT]) {
      expect(steps.allows(lost, action)).toBe(false)
    }
  })

  test('has the same empty fields without a round', () => {
    const { idle } = choices
    const members = Object.keys(hiLo.view(reached({ draws })))
    expect(Object.keys(idle)).toEqual(members)
    const values = new Set(Object.values(idle).map((value) => String(value)))
    expect([...values].sort()).toEqual(['', '0', 'false', 'null'])
  })

  test.each([[[]], [[HIGHER]], [[HIGHER, LOWER]], [[SKIP, LOWER, SKIP]]])(
    'determines the winnings: %j',
    (actions) => {
      const position = reached({ draws: [...draws, 0], actions })
      const cards = listCards(position)
      const shown = { betAmount: coins(10), cards, actions }
      expect(winningsSoFar(shown)).toEqual(getWinnings(position))
    },
  )

  test.each<[Guess, number]>([
    ['higher', 368.08],
    ['lower', 204.49],
  ])(
    'determines the winnings of 100 coins after a guess %s: %d',
    (choice, worth) => {
      const cards = [cardDraw(5), cardDraw('K'), cardDraw(9)].map(toCard)
      const shown = { betAmount: coins(100), cards, actions: [HIGHER, SKIP] }
      expect(twoDecimals(getNextWinnings(choice, shown))).toBe(worth)
    },
  )
})

describe('the exposure', () => {
  test('of a start is the stake, without a loss', () => {
    const bet = { betAmount: coins(25) }
    expect(hiLo.exposure(bet)).toEqual({ payout: 25, loss: 0 })
  })

  test.each([
    [HIGHER, 17, 7],
    [LOWER, 22, 12],
    [SKIP, 10, 0],
    [IDLE, 10, 0],
  ])(
    'of %j on a 6 for 10 coins is %i to pay, %i to lose',
    (action, payout, loss) => {
      const position = reached({ draws: [cardDraw(6)] })
      expect(choices.exposure(position, action)).toEqual({ payout, loss })
      expect(choices.price(position, action)).toBe(0)
    },
  )
})

test.each([
  { end: 'lost' },
  { consecutiveWins: -1 },
  { multiplier: { numerator: '1.5', denominator: '1' } },
  { multiplier: { numerator: '-1', denominator: '1' } },
  { cards: [{ value: 1, suit: 'clubs' }] },
])('rejects an outcome with %j', (change) => {
  const outcome = { ...ended({ draws: [0], actions: [IDLE] }), ...change }
  expect(hiLo.outcome.safeParse(outcome).success).toBe(false)
})

describe('the explanation', () => {
  const draws = ([6, 9, 'K', 'Q', 9] as const).map(cardDraw)
  const rounded = '17.25384375 becomes'

  test.each([
    [HIGHER, draws[4], 0, '6♦: the first card'],
    [HIGHER, draws[4], 1, '9♦: higher, right'],
    [HIGHER, draws[4], 2, 'K♦: skipped to'],
    [HIGHER, draws[4], 3, 'Q♦: lower, right'],
    [HIGHER, draws[4], 4, '9♦: higher, wrong'],
    [CASHOUT, 0, 3, 'Q♦: lower, right'],
    [CASHOUT, 0, 4, `below 0.25384375: ${rounded} 18`],
    [CASHOUT, LAST_DRAW, 4, `0.25384375 or more: ${rounded} 17`],
  ])('after %j and %d is of draw %i: %s', (...[last, draw = 0, at, words]) => {
    const actions = [HIGHER, SKIP, LOWER, last]
    const drawn = [...draws.slice(0, 4), draw]
    const outcome = ended({ draws: drawn, actions })
    const round = { bet: { betAmount: coins(10) }, actions, draws: drawn }
    expect(hiLo.explain({ ...round, outcome }, at)).toBe(words)
  })

  test('covers the first card without actions', () => {
    const outcome = ended({ draws, actions: [HIGHER, CASHOUT] })
    const round = { bet: { betAmount: coins(10) }, draws, outcome }
    expect(hiLo.explain(round, 0)).toBe('6♦: the first card')
  })
})

describe('an action', () => {
  test.each([
    [HIGHER, 'guessed higher'],
    [LOWER, 'guessed lower'],
    [SKIP, 'skipped'],
    [CASHOUT, 'cashed out'],
    [IDLE, 'cashed out'],
    [HOUSE_LIMIT, 'cashed out'],
  ])('can be %j', (action, words) => {
    expect(steps.action.parse(action)).toEqual(action)
    expect(steps.describe(action)).toBe(words)
  })

  test.each([
    { action: 'play' },
    { ...HIGHER, card: 1 },
    { ...SKIP, choice: 'higher' },
    { ...CASHOUT, reason: 'bored' },
    { ...IDLE, limit: 5 },
    { ...CASHOUT, reason: 'house_limit', limit: 1 },
    { ...HOUSE_LIMIT, limit: -1 },
    { ...HOUSE_LIMIT, limit: 0.5 },
    { ...HOUSE_LIMIT, payout: 10 },
  ])('rejects %j', (action) => {
    expect(steps.action.safeParse(action).success).toBe(false)
  })

  test('for a house limit names the replaced guess', () => {
    expect(choices.getReplacementAction(HOUSE_LIMIT)).toEqual(HIGHER)
    expect(choices.getReplacementAction(IDLE)).toBeUndefined()
    expect(choices.getReplacementAction(CASHOUT)).toBeUndefined()
    const instead = { action: 'cashout', reason: 'house_limit', limit: 6 }
    expect(houseLimit('higher', 6)).toEqual({ ...instead, choice: 'higher' })
  })

  test('can replace only a guess when it is automatic', () => {
    const why = { reason: 'house_limit', limit: 6, refused: SKIP } as const
    expect(() => choices.automaticAction(why)).toThrow('only guesses')
  })
})

describe('the request', () => {
  const parsed = (name: string, body: object) =>
    hiLo.requests.find(({ path }) => path === `hilo/${name}`)?.body.parse(body)

  test.each([
    ['play', { choice: 'lower' }, { act: LOWER }],
    ['play', { choice: 'higher', step: 3 }, { act: HIGHER, step: 3 }],
    ['skip', { step: 0 }, { act: SKIP, step: 0 }],
    ['cashout', {}, { act: CASHOUT }],
  ])('to %s takes %j', (name, body, move) => {
    expect(parsed(name, body)).toEqual(move)
  })

  test.each([
    ['play', {}, 'Choose higher or lower'],
    ['play', { choice: 'lower', action: 'cashout' }, 'unrecognized_keys'],
    ['skip', { step: -1 }, 'too_small'],
    ['cashout', { reason: 'idle' }, 'unrecognized_keys'],
    ['cashout', { step: '1' }, 'invalid_type'],
  ])('to %s refuses %j', (name, body, message) => {
    expect(() => parsed(name, body)).toThrow(message)
  })
})
