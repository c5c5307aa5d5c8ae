import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Draws, WORD_RANGE } from '../../fairness/draws.ts'
import { coins, MAX_COINS } from '../../money/coins.ts'
import { type CoinFlipBet, coinFlip } from './coin-flip.ts'

const HALF = WORD_RANGE / 2
const LAST_DRAW = WORD_RANGE - 1
/** The largest stake whose win a balance can hold, in coins. */
const LARGEST_STAKE = Number((BigInt(MAX_COINS) * 100n) / 198n)

function bet(betAmount: number, choice: CoinFlipBet['choice'] = 'heads') {
  return { betAmount: coins(betAmount), choice }
}

function drawing(...draws: number[]): Draws {
  return (index) => {
    const draw = draws[index]
    if (draw === undefined) throw new Error(`draw ${index} is one too many`)
    return draw
  }
}

function flipped(placed: CoinFlipBet, ...draws: number[]) {
  return coinFlip.start(placed, drawing(...draws)).outcome
}

describe('a flip', () => {
  test.each([
    [0, 'heads'],
    [HALF - 1, 'heads'],
    [HALF, 'tails'],
    [LAST_DRAW, 'tails'],
  ])('by draw %i is %s', (draw, result) => {
    expect(flipped(bet(50), draw)).toMatchObject({ result })
  })

  test.each([
    [50, 99],
    [100, 198],
    [1_000, 1_980],
  ])(
    'called correctly with %i coins pays %i and uses one draw',
    (stake, payout) => {
      const heads = { result: 'heads', payout }
      expect(flipped(bet(stake, 'heads'), 0)).toEqual(heads)
      const tails = { result: 'tails', payout }
      expect(flipped(bet(stake, 'tails'), HALF)).toEqual(tails)
    },
  )

  test('called wrongly pays nothing and uses one draw', () => {
    expect(flipped(bet(1, 'tails'), 0).payout).toBe(0)
    expect(flipped(bet(1, 'heads'), HALF).payout).toBe(0)
  })

  test('rounds a win of 1.98 coins by draw 1', () => {
    const lastUp = Math.floor(0.98 * WORD_RANGE)
    expect(flipped(bet(1), 0, 0).payout).toBe(2)
    expect(flipped(bet(1), 0, lastUp).payout).toBe(2)
    expect(flipped(bet(1), 0, lastUp + 1).payout).toBe(1)
    expect(flipped(bet(1), 0, LAST_DRAW).payout).toBe(1)
  })

  test.each([
    [0, true],
    [HALF, false],
  ])('called heads by draw %i is shown as won: %j', (draw, isWin) => {
    const position = coinFlip.start(bet(50), drawing(draw))
    expect(coinFlip.view(position)).toEqual({ ...position.outcome, isWin })
  })
})

describe('the return', () => {
  /** All payouts over every pair of draws, by halving where draw 1 tips. */
  function payoutOverAllDraws(stake: number): bigint {
    const paid = (draw: number) => flipped(bet(stake), 0, draw).payout
    let upDraws = 0
    let downFrom = WORD_RANGE
    while (upDraws < downFrom) {
      const middle = Math.floor((upDraws + downFrom) / 2)
      if (paid(middle) > paid(LAST_DRAW)) upDraws = middle + 1
      else downFrom = middle
    }
    const up = BigInt(upDraws) * BigInt(paid(0))
    const down = BigInt(WORD_RANGE - upDraws) * BigInt(paid(LAST_DRAW))
    return BigInt(HALF) * (up + down)
  }

  const ALL_PAIRS = BigInt(WORD_RANGE) * BigInt(WORD_RANGE)

  test('property: is 99 % of any stake, to within 2^-33 coins', () => {
    const stakes = fc.oneof(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: LARGEST_STAKE }),
    )
    fc.assert(
      fc.property(stakes, (stake) => {
        const paid = payoutOverAllDraws(stake) * 100n
        const excess = paid - 99n * BigInt(stake) * ALL_PAIRS
        const bound = (100n * ALL_PAIRS) >> 33n
        expect(excess >= 0n && excess <= bound).toBe(true)
      }),
    )
  })
})

describe('the exposure', () => {
  test.each([
    [1, 2],
    [50, 99],
    [51, 101],
  ])('of %i coins is the win rounded up: %i', (stake, payout) => {
    const exposure = { payout, loss: payout - stake }
    expect(coinFlip.exposure(bet(stake))).toEqual(exposure)
    expect(flipped(bet(stake), 0, 0).payout).toBe(payout)
  })

  test('stays within the largest balance up to the largest stake', () => {
    const getPayout = (stake: number) => coinFlip.exposure(bet(stake)).payout
    expect(getPayout(LARGEST_STAKE)).toBeLessThanOrEqual(MAX_COINS)
    expect(getPayout(LARGEST_STAKE + 1)).toBeGreaterThan(MAX_COINS)
  })
})

test.each([
  ['Won 99 coins', 99],
  ['Lost', 0],
])('describes an outcome as %s', (words, payout) => {
  const outcome = { result: 'heads' as const, payout: coins(payout) }
  expect(coinFlip.describe(outcome)).toBe(words)
  expect(coinFlip.headline(outcome, words)).toBe(`HEADS - ${words}`)
  const wrong = { ...outcome, result: 'edge' }
  expect(coinFlip.outcome.safeParse(wrong).success).toBe(false)
})

test.each([
  [1, [HALF - 1, 0], 0, 'below ½: heads'],
  [1, [HALF], 0, '½ or more: tails'],
  [1, [0, 0], 1, 'below 0.98: 1.98 becomes 2'],
  [1, [0, LAST_DRAW], 1, '0.98 or more: 1.98 becomes 1'],
  [15, [0, LAST_DRAW], 1, '0.70 or more: 29.70 becomes 29'],
  [
    // Beyond what a float can hold.
    4_500_000_000_000_001,
    [0, 0],
    1,
    'below 0.98: 8910000000000001.98 becomes 8910000000000002',
  ],
])('explains at %i coins of %j draw %i: %s', (stake, draws, index, words) => {
  const placed = bet(stake)
  const outcome = flipped(placed, ...draws)
  expect(coinFlip.explain({ bet: placed, draws, outcome }, index)).toBe(words)
})

test.each([undefined, null, '', 'HEADS', 'edge', '__proto__', 0, ['heads']])(
  'rejects the side %j',
  (choice) => {
    const { error } = coinFlip.bet.safeParse({ betAmount: 10, choice })
    expect(error?.issues).toMatchObject([
      { path: ['choice'], message: 'Choose heads or tails' },
    ])
  },
)
