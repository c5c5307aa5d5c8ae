import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Draw, WORD_RANGE } from '../../fairness/draws.ts'
import { coins, MAX_COINS } from '../../money/coins.ts'
import { CARD_COUNT, type CardValue, cardOf } from '../cards.ts'
import { hiLo } from './hi-lo.ts'
import type { Guess } from './hi-lo-guess.ts'
import type { HiLoOutcome } from './hi-lo-outcome.ts'
import {
  type HiLoAction,
  type HiLoPosition,
  worthOf,
} from './hi-lo-position.ts'

const { steps, choices } = hiLo

const LAST_DRAW = WORD_RANGE - 1
const SKIP: HiLoAction = { action: 'skip' }
const CASHOUT: HiLoAction = { action: 'cashout' }
const IDLE = choices.automaticAction({ reason: 'idle' })
/** On a six: a right guess would make 17 of 10 coins. */
const HOUSE_LIMIT = houseLimit('higher', 6)
const RANKS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 'J', 'Q', 'K', 'A'] as const

function houseLimit(choice: Guess, limit: number): HiLoAction {
  const refused = play(choice)
  return choices.automaticAction({ reason: 'house_limit', limit, refused })
}

function play(choice: Guess): HiLoAction {
  return { action: 'play', choice }
}

/** The lowest draw that is the card of an index. */
function drawOf(index: number): Draw {
  return Math.ceil((index * WORD_RANGE) / CARD_COUNT)
}

/** A draw that is a card of this value. */
function cardDraw(value: CardValue): Draw {
  return drawOf(4 * RANKS.indexOf(value))
}

function drawing(draws: readonly Draw[]) {
  return (index: number) => {
    const draw = draws[index]
    if (draw === undefined) throw new Error(`draw ${index} is one too many`)
    return draw
  }
}

type Told = { stake?: number; draws: Draw[]; actions?: HiLoAction[] }

function reached({ stake = 10, draws, actions = [] }: Told): HiLoPosition {
  const drawn = drawing(draws)
  const first = hiLo.start({ betAmount: coins(stake) }, drawn)
  return actions.reduce((position, action) => {
    if (!steps.allows(position, action)) throw new Error('not allowed')
    return steps.act(position, action, drawn)
  }, first)
}

function ended(told: Told): HiLoOutcome {
  const { outcome } = reached(told)
  if (!outcome) throw new Error('the round is not over')
  return outcome
}

const anyDraw = fc.integer({ min: 0, max: LAST_DRAW })
const anyGuess = fc.constantFrom<Guess>('higher', 'lower')
const anyMove = fc.oneof(anyGuess.map(play), fc.constant(SKIP))
/** Rounds that go on as long as their guesses are right. */
const anyOpenRound = fc
  .record({
    stake: fc.integer({ min: 1, max: 1_000_000 }),
    draws: fc.array(anyDraw, { minLength: 41, maxLength: 41 }),
    moves: fc.array(anyMove, { maxLength: 40 }),
  })
  .map(({ stake, draws, moves }) => {
    const taken: HiLoAction[] = []
    for (const move of moves) {
      if (reached({ stake, draws, actions: [...taken, move] }).outcome) break
      taken.push(move)
    }
    return { stake, draws, actions: taken }
  })

describe('a guess', () => {
  test.each([
    ['higher', 7, 8, true],
    ['higher', 7, 7, true],
    ['higher', 7, 6, false],
    ['higher', 7, 'A', false],
    ['higher', 7, 'K', true],
    ['higher', 2, 'A', false],
    ['lower', 7, 6, true],
    ['lower', 7, 7, true],
    ['lower', 7, 8, false],
    ['lower', 7, 'A', true],
    ['lower', 7, 'K', false],
    ['lower', 'Q', 'K', false],
    ['higher', 10, 'J', true],
    ['higher', 'J', 'Q', true],
    ['higher', 'Q', 'K', true],
    ['higher', 'A', 2, true],
    ['higher', 'A', 'K', true],
    ['higher', 'A', 'A', false],
    ['lower', 'A', 'A', true],
    ['lower', 'A', 2, false],
    ['lower', 'K', 'Q', true],
    ['lower', 'K', 'A', true],
    ['lower', 'K', 'K', false],
    ['higher', 'K', 'K', true],
    ['higher', 'K', 'Q', false],
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

  test('that is right multiplies the stake by 0.99 over its chance', () => {
    const draws = [cardDraw(6), cardDraw(9), cardDraw('A'), 0]
    const actions = [play('higher'), play('lower'), CASHOUT]
    expect(ended({ stake: 100, draws, actions })).toMatchObject({
      multiplier: { numerator: '1656369', denominator: '720000' },
      consecutiveWins: 2,
      payout: 231,
    })
  })

  test('that is wrong ends the round with nothing, however long the streak', () => {
    const draws = [7, 8, 9, 8].map((value) => drawOf(4 * value))
    const actions = [play('higher'), play('higher'), play('higher')]
    expect(ended({ draws, actions })).toEqual({
      payout: 0,
      cards: draws.map(cardOf),
      consecutiveWins: 2,
      multiplier: { numerator: '0', denominator: '1' },
      end: 'wrong_guess',
    })
  })

  test('property: over all 52 cards is worth exactly 0.99 of what there is', () => {
    fc.assert(
      fc.property(anyOpenRound, anyGuess, (round, choice) => {
        const position = reached(round)
        const before = worthOf(position)
        // Whatever a gain is divided by divides this: 100 times 1 to 12.
        const parts = before.denominator * 100n * 27_720n
        let sum = 0n
        for (let index = 0; index < CARD_COUNT; index += 1) {
          const next = steps.act(position, play(choice), () => drawOf(index))
          const { numerator, denominator } = worthOf(next)
          expect(parts % denominator).toBe(0n)
          sum += (numerator * parts) / denominator
        }
        const expected = 99n * 52n * before.numerator * parts
        expect(sum * 100n * before.denominator).toBe(expected)
      }),
    )
  })
})

describe('a skip', () => {
  test('shows a new card and changes nothing else', () => {
    const draws = [cardDraw(7), cardDraw(9), cardDraw('K')]
    const before = reached({ draws, actions: [play('higher')] })
    const skipped = reached({ draws, actions: [play('higher'), SKIP] })
    expect(hiLo.view(skipped)).toMatchObject({
      previousCard: { value: 9 },
      currentCard: { value: 'K' },
      consecutiveWins: 1,
      skipsLeft: 51,
    })
    expect(worthOf(skipped)).toEqual(worthOf(before))
  })

  test('is refused the 53rd time', () => {
    const actions = Array<HiLoAction>(52).fill(SKIP)
    const position = reached({ draws: Array(53).fill(0), actions })
    expect(hiLo.view(position)).toMatchObject({ skipsLeft: 0 })
    expect(steps.allows(position, SKIP)).toBe(false)
    expect(choices.legalActions(position)).toEqual(['play'])
    expect(steps.allows(position, play('higher'))).toBe(true)
  })
})

describe('a cash-out', () => {
  const sixEight = [cardDraw(6), cardDraw(8)]
  const oneRight = [play('higher')]

  test.each([
    // 1287 / 800 = 1.60875 times 10
    [0, 17],
    [Math.floor(0.0875 * WORD_RANGE), 17],
    [Math.floor(0.0875 * WORD_RANGE) + 1, 16],
    [LAST_DRAW, 16],
  ])('of 16.0875 coins is fairly rounded: draw %i pays %i', (draw, payout) => {
    const draws = [...sixEight, draw]
    const outcome = ended({ draws, actions: [...oneRight, CASHOUT] })
    expect(outcome).toMatchObject({ payout, end: 'cashout' })
  })

  test('of whole coins needs no draw', () => {
    const told = { stake: 800, draws: sixEight }
    const outcome = ended({ ...told, actions: [...oneRight, CASHOUT] })
    expect(outcome.payout).toBe(1_287)
  })

  test('waits for the first right guess when it is the player’s', () => {
    const fresh = reached({ draws: sixEight })
    expect(steps.allows(fresh, CASHOUT)).toBe(false)
    expect(choices.legalActions(fresh)).toEqual(['play', 'skip'])
    const skipped = reached({ draws: sixEight, actions: [SKIP] })
    expect(steps.allows(skipped, CASHOUT)).toBe(false)
    const right = reached({ draws: sixEight, actions: oneRight })
    expect(steps.allows(right, CASHOUT)).toBe(true)
    expect(choices.legalActions(right)).toEqual(['play', 'skip', 'cashout'])
  })

  test('is the house’s only where the guess would cost it more than its limit', () => {
    const position = reached({ draws: sixEight.slice(0, 1) })
    expect(steps.allows(position, HOUSE_LIMIT)).toBe(true)
    expect(steps.allows(position, houseLimit('higher', 7))).toBe(false)
    // 6 of 13: 21.45 coins.
    expect(steps.allows(position, houseLimit('lower', 11))).toBe(true)
    expect(steps.allows(position, houseLimit('lower', 12))).toBe(false)
  })

  test('is the house’s for no guess that could win more than a balance holds', () => {
    const draws = [cardDraw(5)]
    // The largest stake whose win by 1287 / 900 a balance can hold.
    const most = reached({ stake: 6_298_740_737_581_112, draws })
    expect(choices.exposure(most, play('higher')).payout).toBe(MAX_COINS)
    expect(steps.allows(most, houseLimit('higher', 0))).toBe(true)
    expect(steps.allows(most, houseLimit('lower', 0))).toBe(false)
    const more = reached({ stake: 6_298_740_737_581_113, draws })
    expect(steps.allows(more, houseLimit('higher', 0))).toBe(false)
    expect(steps.allows(more, IDLE)).toBe(true)
  })

  test.each([
    [IDLE, 'idle'],
    [HOUSE_LIMIT, 'house_limit'],
  ])('by %j gives the stake back before any guess', (automaticAction, end) => {
    const draws = sixEight.slice(0, 1)
    expect(ended({ draws, actions: [automaticAction] })).toEqual({
      payout: 10,
      cards: draws.map(cardOf),
      consecutiveWins: 0,
      multiplier: { numerator: '1', denominator: '1' },
      end,
    })
  })

  test('by the house pays what the player’s own would have paid', () => {
    const draws = [...sixEight, 0]
    const paid = (last: HiLoAction) =>
      ended({ draws, actions: [...oneRight, last] }).payout
    expect(paid(IDLE)).toBe(paid(CASHOUT))
    expect(paid(HOUSE_LIMIT)).toBe(paid(CASHOUT))
  })

  test.each([
    [CASHOUT, 'You cashed out 17 coins'],
    [IDLE, 'You were away for too long, so 17 coins were cashed out for you'],
    [
      HOUSE_LIMIT,
      'The house could not cover another guess, so 17 coins were cashed out for you',
    ],
    [play('lower'), 'Wrong guess: 8♦, then K♦'],
  ])('%j is told in words', (last, message) => {
    const draws = [...sixEight, last.action === 'play' ? cardDraw('K') : 0]
    const position = reached({ draws, actions: [...oneRight, last] })
    expect(hiLo.view(position)).toMatchObject({ message })
    expect(hiLo.describe(ended({ draws, actions: [...oneRight, last] }))).toBe(
      message,
    )
  })
})

describe('an ended round', () => {
  const lost = reached({
    draws: [cardDraw(7), cardDraw(6)],
    actions: [play('higher')],
  })
  const cashedOut = reached({
    draws: [cardDraw(7), cardDraw(8), 0],
    actions: [play('higher'), CASHOUT],
  })

  test.each([play('higher'), play('lower'), SKIP, CASHOUT, IDLE, HOUSE_LIMIT])(
    'takes no %j',
    (action) => {
      expect(steps.allows(lost, action)).toBe(false)
      expect(steps.allows(cashedOut, action)).toBe(false)
    },
  )

  test('leaves nothing to do', () => {
    expect(choices.legalActions(lost)).toEqual([])
    expect(choices.legalActions(cashedOut)).toEqual([])
  })

  test('shows both cards and no winnings after a wrong guess', () => {
    expect(hiLo.view(lost)).toMatchObject({
      gameActive: false,
      previousCard: { value: 7 },
      currentCard: { value: 6 },
      accumulatedWinnings: 0,
      streakMultiplier: 0,
      payout: 0,
    })
  })
})

describe('the state', () => {
  const draws = [cardDraw(6), cardDraw(8), cardDraw(2)]

  test('at the start shows one card and nothing won', () => {
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

  test('after a right guess tells the winnings, rounded down', () => {
    const position = reached({ draws, actions: [play('higher')] })
    expect(hiLo.view(position)).toMatchObject({
      gameActive: true,
      consecutiveWins: 1,
      streakMultiplier: 1.6,
      accumulatedWinnings: 16.08,
      previousCard: { value: 6 },
      currentCard: { value: 8 },
    })
  })

  test('without a round has the same members, all empty', () => {
    const { idle } = choices
    const members = Object.keys(hiLo.view(reached({ draws })))
    expect(Object.keys(idle)).toEqual(members)
    const values = new Set(Object.values(idle).map((value) => String(value)))
    expect([...values].sort()).toEqual(['', '0', 'false', 'null'])
  })
})

describe('the exposure', () => {
  test('of a start is the stake: nothing can be lost by it', () => {
    const bet = { betAmount: coins(25) }
    expect(hiLo.exposure(bet)).toEqual({ payout: 25, loss: 0 })
  })

  test.each([
    [play('higher'), 17, 7],
    [play('lower'), 22, 12],
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

  test('property: no card makes an action pay more', () => {
    const anyAction = fc.oneof(anyMove, fc.constantFrom(IDLE, HOUSE_LIMIT))
    fc.assert(
      fc.property(anyOpenRound, anyAction, anyDraw, (round, action, draw) => {
        const position = reached(round)
        fc.pre(steps.allows(position, action))
        const { payout, loss } = choices.exposure(position, action)
        expect(loss).toBe(payout - round.stake)
        const next = steps.act(position, action, () => draw)
        const paid = next.outcome ?? steps.act(next, IDLE, () => 0).outcome
        expect(paid?.payout).toBeLessThanOrEqual(payout)
      }),
    )
  })

  test('says so when no balance could hold the win', () => {
    const position = reached({ stake: MAX_COINS, draws: [cardDraw(7)] })
    const { payout } = choices.exposure(position, play('lower'))
    expect(payout).toBeGreaterThan(MAX_COINS)
  })
})

describe('the outcome', () => {
  test('property: fits its schema, and its multiplier is what was paid', () => {
    fc.assert(
      fc.property(anyOpenRound, anyDraw, (round, draw) => {
        const draws = [...round.draws.slice(0, round.actions.length + 1), draw]
        const outcome = ended({
          ...round,
          draws,
          actions: [...round.actions, IDLE],
        })
        expect(hiLo.outcome.parse(outcome)).toEqual(outcome)
        const { numerator, denominator } = outcome.multiplier
        const exact = BigInt(round.stake) * BigInt(numerator)
        const paid = BigInt(outcome.payout) * BigInt(denominator)
        const difference = paid > exact ? paid - exact : exact - paid
        expect(difference < BigInt(denominator)).toBe(true)
      }),
    )
  })

  test.each([
    { end: 'lost' },
    { payout: -1 },
    { consecutiveWins: -1 },
    { consecutiveWins: 0.5 },
    { multiplier: { numerator: '1.5', denominator: '1' } },
    { multiplier: { numerator: '-1', denominator: '1' } },
    { cards: [{ value: 1, suit: 'clubs' }] },
    { more: 1 },
  ])('with %j is none', (change) => {
    const outcome = ended({ draws: [0], actions: [IDLE] })
    expect(hiLo.outcome.safeParse(outcome).success).toBe(true)
    const changed = { ...outcome, ...change }
    expect(hiLo.outcome.safeParse(changed).success).toBe(false)
  })
})

describe('what a draw became', () => {
  const draws = ([6, 9, 'K', 'Q', 9] as const).map(cardDraw)
  const streak = [play('higher'), SKIP, play('lower')]

  function storyOf(actions: HiLoAction[], drawn: Draw[], index: number) {
    const outcome = ended({ draws: drawn, actions })
    const bet = { betAmount: coins(10) }
    return hiLo.explain({ bet, actions, draws: drawn, outcome }, index)
  }

  test.each([
    [0, '6♦: the first card'],
    [1, '9♦: higher, right'],
    [2, 'K♦: skipped to'],
    [3, 'Q♦: lower, right'],
    [4, '9♦: higher, wrong'],
  ])('is told of card %i', (index, story) => {
    expect(storyOf([...streak, play('higher')], draws, index)).toBe(story)
  })

  test.each([
    [0, 'below 0.25384375: 17.25384375 becomes 18'],
    [LAST_DRAW, '0.25384375 or more: 17.25384375 becomes 17'],
  ])('is how the cash-out was rounded by draw %i', (draw, story) => {
    const drawn = [...draws.slice(0, 4), draw]
    expect(storyOf([...streak, CASHOUT], drawn, 4)).toBe(story)
  })
})

describe('an action', () => {
  test.each([play('higher'), play('lower'), SKIP, CASHOUT, IDLE, HOUSE_LIMIT])(
    'can be %j',
    (action) => {
      expect(steps.action.parse(action)).toEqual(action)
    },
  )

  test.each([
    { action: 'play' },
    { action: 'play', choice: 'same' },
    { ...play('higher'), card: 1 },
    { action: 'skip', choice: 'higher' },
    { action: 'cashout', choice: 'higher' },
    { action: 'cashout', reason: 'bored' },
    { action: 'cashout', reason: 'idle', limit: 5 },
    { action: 'cashout', reason: 'house_limit' },
    { action: 'cashout', reason: 'house_limit', limit: 1 },
    { ...HOUSE_LIMIT, choice: 'same' },
    { ...HOUSE_LIMIT, limit: -1 },
    { ...HOUSE_LIMIT, limit: 0.5 },
    { ...HOUSE_LIMIT, limit: '6' },
    { ...HOUSE_LIMIT, limit: 2 ** 53 },
    { ...HOUSE_LIMIT, payout: 10 },
    { action: 'deal' },
    {},
    'skip',
  ])('is never %j', (action) => {
    expect(steps.action.safeParse(action).success).toBe(false)
  })
})

describe('the requests', () => {
  const bodyOf = (path: string) => {
    const request = hiLo.requests.find((one) => one.path === path)
    if (!request) throw new Error(`${path} is no request`)
    return request.body
  }

  test.each([
    ['hilo/start', { betAmount: 10 }, { start: { betAmount: 10 } }],
    ['hilo/play', { choice: 'lower' }, { act: play('lower') }],
    [
      'hilo/play',
      { choice: 'higher', step: 3 },
      { act: play('higher'), step: 3 },
    ],
    ['hilo/skip', {}, { act: SKIP }],
    ['hilo/skip', { step: 0 }, { act: SKIP, step: 0 }],
    ['hilo/cashout', {}, { act: CASHOUT }],
    ['hilo/cashout', { step: 2 }, { act: CASHOUT, step: 2 }],
  ])('%s takes %j', (path, body, ask) => {
    expect(bodyOf(path).parse(body)).toEqual(ask)
  })

  test.each([
    ['hilo/start', { betAmount: 0 }],
    ['hilo/start', { betAmount: 10, choice: 'lower' }],
    ['hilo/play', {}],
    ['hilo/play', { choice: 'same' }],
    ['hilo/play', { choice: 'lower', action: 'cashout' }],
    ['hilo/skip', { step: -1 }],
    ['hilo/cashout', { reason: 'idle' }],
    ['hilo/cashout', { step: '1' }],
  ])('%s refuses %j', (path, body) => {
    expect(bodyOf(path).safeParse(body).success).toBe(false)
  })
})
