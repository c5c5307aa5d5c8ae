import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Draws, WORD_RANGE } from '../../fairness/draws.ts'
import { coins, MAX_COINS } from '../../money/coins.ts'
import { type CoinFlipBet, coinFlip } from './coin-flip.ts'

const HALF = WORD_RANGE / 2
const LAST_DRAW = WORD_RANGE - 1
/** The largest stake whose win a balance can hold, in coins. */
const LARGEST_STAKE = Number((BigInt(MAX_COINS) * 100n) / 198n)

const anyDraw = fc.integer({ min: 0, max: LAST_DRAW })
const anyBet = fc.record({
  betAmount: fc.integer({ min: 1, max: LARGEST_STAKE }).map(coins),
  choice: fc.constantFrom('heads' as const, 'tails' as const),
})

function bet(betAmount: number, choice: CoinFlipBet['choice'] = 'heads') {
  return { betAmount: coins(betAmount), choice }
}

function flipped(placed: CoinFlipBet, draws: Draws) {
  return coinFlip.start(placed, draws).outcome
}

function largestPayout(placed: CoinFlipBet): number {
  const { payout, loss } = coinFlip.exposure(placed)
  expect(loss).toBe(payout - placed.betAmount)
  return payout
}

function drawing(...draws: number[]): Draws {
  return (index) => {
    const draw = draws[index]
    if (draw === undefined) throw new Error(`draw ${index} is one too many`)
    return draw
  }
}

describe('the side', () => {
  test.each([
    [0, 'heads'],
    [HALF - 1, 'heads'],
    [HALF, 'tails'],
    [LAST_DRAW, 'tails'],
  ])('draw %i is %s', (draw, result) => {
    expect(flipped(bet(50), drawing(draw))).toMatchObject({ result })
  })

  test('property: each side falls to one half of the draws', () => {
    fc.assert(
      fc.property(anyDraw, (draw) => {
        const mirrored = LAST_DRAW - draw
        const { result } = flipped(bet(50), drawing(draw))
        const opposite = flipped(bet(50), drawing(mirrored)).result
        expect(new Set([result, opposite]).size).toBe(2)
      }),
    )
  })
})

describe('the payout', () => {
  test.each([
    [50, 99],
    [100, 198],
    [1_000, 1_980],
  ])(
    'a right call on %i coins pays %i and needs no second draw',
    (stake, payout) => {
      expect(flipped(bet(stake, 'heads'), drawing(0))).toEqual({
        result: 'heads',
        payout,
      })
      expect(flipped(bet(stake, 'tails'), drawing(HALF))).toEqual({
        result: 'tails',
        payout,
      })
    },
  )

  test('a wrong call pays nothing and needs no second draw', () => {
    expect(flipped(bet(1, 'tails'), drawing(0)).payout).toBe(0)
    expect(flipped(bet(1, 'heads'), drawing(HALF)).payout).toBe(0)
  })

  test('a win of 1.98 coins is 2 or 1 by draw 1', () => {
    const lastUp = Math.floor(0.98 * WORD_RANGE)
    expect(flipped(bet(1), drawing(0, 0)).payout).toBe(2)
    expect(flipped(bet(1), drawing(0, lastUp)).payout).toBe(2)
    expect(flipped(bet(1), drawing(0, lastUp + 1)).payout).toBe(1)
    expect(flipped(bet(1), drawing(0, LAST_DRAW)).payout).toBe(1)
  })
})

describe('the return', () => {
  /** All payouts over every pair of draws, by halving where draw 1 tips. */
  function payoutOverAllDraws(stake: number): bigint {
    const paid = (draw: number) =>
      flipped(bet(stake), (index) => (index === 0 ? 0 : draw)).payout
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

  test.each([50, 100, 1_000])('is 99 %% exactly at %i coins', (stake) => {
    const paid = payoutOverAllDraws(stake)
    expect(paid * 100n).toBe(99n * BigInt(stake) * ALL_PAIRS)
  })

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

describe('the largest payout', () => {
  test('is the win rounded up', () => {
    expect(largestPayout(bet(1))).toBe(2)
    expect(largestPayout(bet(50))).toBe(99)
    expect(largestPayout(bet(51))).toBe(101)
  })

  test('is not more than a balance can hold up to the largest stake', () => {
    const atLimit = largestPayout(bet(LARGEST_STAKE))
    expect(atLimit).toBeLessThanOrEqual(MAX_COINS)
    const above = largestPayout(bet(LARGEST_STAKE + 1))
    expect(above).toBeGreaterThan(MAX_COINS)
  })

  test('says so when the whole balance limit is staked', () => {
    expect(largestPayout(bet(MAX_COINS))).toBeGreaterThan(MAX_COINS)
  })

  test('property: no draws pay more, and some pay it', () => {
    fc.assert(
      fc.property(anyBet, anyDraw, anyDraw, (placed, first, second) => {
        const largest = largestPayout(placed)
        const { payout } = flipped(placed, drawing(first, second))
        expect(payout).toBeLessThanOrEqual(largest)
        const winning = placed.choice === 'heads' ? 0 : LAST_DRAW
        expect(flipped(placed, drawing(winning, 0)).payout).toBe(largest)
      }),
    )
  })

  test('property: grows with the stake', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_COINS - 1 }), (stake) => {
        const larger = largestPayout(bet(stake + 1))
        expect(larger).toBeGreaterThanOrEqual(largestPayout(bet(stake)))
      }),
    )
  })
})

describe('the outcome', () => {
  test.each([
    ['Won 99 coins', 99],
    ['Lost', 0],
  ])('is described as %s', (text, payout) => {
    const outcome = { result: 'heads' as const, payout: coins(payout) }
    expect(coinFlip.describe(outcome)).toBe(text)
  })

  test('property: fits its own schema', () => {
    fc.assert(
      fc.property(anyBet, anyDraw, anyDraw, (placed, first, second) => {
        const outcome = flipped(placed, drawing(first, second))
        expect(coinFlip.outcome.parse(outcome)).toEqual(outcome)
      }),
    )
  })

  test.each([
    { result: 'edge', payout: 0 },
    { result: 'heads', payout: -1 },
    { result: 'heads', payout: 0.5 },
    { result: 'heads' },
    { result: 'heads', payout: 0, more: 1 },
  ])('of another shape is none: %j', (outcome) => {
    expect(coinFlip.outcome.safeParse(outcome).success).toBe(false)
  })
})

describe('what a draw became', () => {
  function storyOf(stake: number, draws: number[], index: number) {
    const placed = bet(stake)
    const outcome = flipped(placed, drawing(...draws))
    return coinFlip.explain({ bet: placed, draws, outcome }, index)
  }

  test.each([
    [[HALF - 1, 0], 'below ½: heads'],
    [[HALF], '½ or more: tails'],
  ])('is the side, for the first of %j', (draws, story) => {
    expect(storyOf(1, draws, 0)).toBe(story)
  })

  test.each([
    [1, 0, 'below 0.98: 1.98 becomes 2'],
    [1, LAST_DRAW, '0.98 or more: 1.98 becomes 1'],
    [51, 0, 'below 0.98: 100.98 becomes 101'],
    [15, LAST_DRAW, '0.70 or more: 29.70 becomes 29'],
  ])('is how the win on %i was rounded by draw %i', (stake, draw, story) => {
    expect(storyOf(stake, [0, draw], 1)).toBe(story)
  })

  test('is exact for the largest stakes, beyond what a float can hold', () => {
    const stake = 4_500_000_000_000_001
    expect(storyOf(stake, [0, 0], 1)).toBe(
      'below 0.98: 8910000000000001.98 becomes 8910000000000002',
    )
  })
})

describe('the bet', () => {
  test.each(['heads', 'tails'])('takes %s', (choice) => {
    const request = { betAmount: 10, choice }
    expect(coinFlip.bet.parse(request)).toEqual(request)
  })

  test.each([
    undefined,
    null,
    '',
    'HEADS',
    'edge',
    'toString',
    '__proto__',
    0,
    ['heads'],
  ])('asks for a side instead of %j', (choice) => {
    const { error } = coinFlip.bet.safeParse({ betAmount: 10, choice })
    expect(error?.issues).toMatchObject([
      { path: ['choice'], message: 'Choose heads or tails' },
    ])
  })

  test.each([
    '{"betAmount":10,"choice":"heads","extra":1}',
    '{"betAmount":10,"choice":"heads","__proto__":{"payout":9}}',
    '{"betAmount":10,"choice":"heads","constructor":1}',
    '{"__proto__":{"betAmount":10,"choice":"heads"}}',
    '[{"betAmount":10,"choice":"heads"}]',
    '"heads"',
    'null',
  ])('refuses %s', (json) => {
    expect(coinFlip.bet.safeParse(JSON.parse(json)).success).toBe(false)
  })

  test('names the stake that is wrong', () => {
    const { error } = coinFlip.bet.safeParse({ betAmount: 0, choice: 'heads' })
    expect(error?.issues).toMatchObject([
      { path: ['betAmount'], message: 'The smallest bet is 1 coin' },
    ])
  })
})
