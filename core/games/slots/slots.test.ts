import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Draws, WORD_RANGE } from '../../fairness/draws.ts'
import { coins, JACKPOT_SEED, MAX_COINS } from '../../money/coins.ts'
import { winningLines } from './slot-lines.ts'
import type { SlotsOutcome } from './slot-outcome.ts'
import type { SlotGrid, SlotSymbol } from './slot-reels.ts'
import { slots } from './slots.ts'

const LAST_DRAW = WORD_RANGE - 1
const STOPS = 20
const ALL_SPINS = STOPS ** 5
const { steps, jackpot } = slots

const anyDraw = fc.integer({ min: 0, max: LAST_DRAW })
const anyPot = fc.integer({ min: JACKPOT_SEED, max: MAX_COINS }).map(coins)

function bet(betAmount: number) {
  return { betAmount: coins(betAmount) }
}

/** The lowest draw that is `value` of `below`. */
function drawOf(value: number, below: number): number {
  return Math.ceil((value * WORD_RANGE) / below)
}

const stopDraws = Array.from({ length: STOPS }, (_, stop) =>
  drawOf(stop, STOPS),
)

function drawing(...draws: number[]): Draws {
  return (index) => {
    const draw = draws[index]
    if (draw === undefined) throw new Error(`draw ${index} is one too many`)
    return draw
  }
}

/** What comes of a spin without the jackpot, each reel at its stop. */
function spun(betAmount: number, stops: number[]): SlotsOutcome {
  const draws = stops.map((stop) => drawOf(stop, STOPS))
  return ended(slots.start(bet(betAmount), drawing(LAST_DRAW, ...draws)))
}

function ended({ outcome }: { outcome?: SlotsOutcome }): SlotsOutcome {
  if (!outcome) throw new Error('the round is not over')
  return outcome
}

function hit(betAmount: number) {
  return slots.start(bet(betAmount), drawing(0))
}

function paidFrom(pot: number): SlotsOutcome {
  const position = hit(1)
  const win = jackpot.win(coins(pot))
  expect(steps.allows(position)).toBe(true)
  return ended(steps.act(position, win))
}

describe('over all 3,200,000 spins', () => {
  function* everySpin(): Generator<SlotsOutcome> {
    const stops = [LAST_DRAW, 0, 0, 0, 0, 0]
    for (let spin = 0; spin < ALL_SPINS; spin += 1) {
      let rest = spin
      for (let reel = 1; reel <= 5; reel += 1) {
        stops[reel] = stopDraws[rest % STOPS] ?? 0
        rest = Math.floor(rest / STOPS)
      }
      yield ended(slots.start(bet(1), (index) => stops[index] ?? 0))
    }
  }

  test('95 % of the stakes come back, 25.45 % win, at most 50 times', () => {
    let paid = 0
    let wins = 0
    let largest = 0
    let jackpots = 0
    for (const { payout, jackpotWin, grid } of everySpin()) {
      paid += payout
      if (payout > 0) wins += 1
      if (payout > largest) largest = payout
      if (jackpotWin > 0 || isAllBitcoin(grid)) jackpots += 1
    }
    expect({ paid, wins, largest, jackpots }).toEqual({
      paid: 3_040_000,
      wins: 814_400,
      largest: 50,
      jackpots: 0,
    })
  })
})

function isAllBitcoin(grid: SlotGrid): boolean {
  return grid.every((row) => row.every((symbol) => symbol === 'BTC'))
}

describe('the reels', () => {
  test('show their first three symbols at stop 0', () => {
    expect(spun(1, [0, 0, 0, 0, 0]).grid).toEqual([
      ['SOL', 'XRP', 'XRP', 'XRP', 'SOL'],
      ['SOL', 'SOL', 'SOL', 'DOGE', 'SOL'],
      ['DOGE', 'SOL', 'BTC', 'BTC', 'XRP'],
    ])
  })

  test('go round: after the last symbol comes the first', () => {
    expect(spun(1, [19, 18, 19, 18, 19]).grid).toEqual([
      ['DOGE', 'SOL', 'ETH', 'DOGE', 'DOGE'],
      ['SOL', 'ETH', 'XRP', 'XRP', 'SOL'],
      ['SOL', 'XRP', 'SOL', 'XRP', 'SOL'],
    ])
  })

  test('stop each by its own draw, an equal share of the draws a stop', () => {
    const topOf = (reel: number, draw: number) => {
      const draws = [LAST_DRAW, 0, 0, 0, 0, 0]
      draws[reel + 1] = draw
      const { grid } = ended(slots.start(bet(1), drawing(...draws)))
      return grid.map((row) => row[reel]).join()
    }
    for (let reel = 0; reel < 5; reel += 1) {
      for (let stop = 0; stop < STOPS; stop += 1) {
        const first = topOf(reel, drawOf(stop, STOPS))
        const last = topOf(reel, drawOf(stop + 1, STOPS) - 1)
        expect(last).toBe(first)
      }
    }
  })
})

describe('a line', () => {
  const ROWS = [
    [0, 0, 0, 0, 0],
    [1, 1, 1, 1, 1],
    [2, 2, 2, 2, 2],
    [0, 1, 2, 1, 0],
    [2, 1, 0, 1, 2],
  ]
  const PAYS: [SlotSymbol, number, number, number][] = [
    ['BTC', 10, 25, 50],
    ['ETH', 8, 14, 30],
    ['XRP', 5, 9, 20],
    ['DOGE', 3, 4, 8],
    ['SOL', 1, 2, 5],
  ]

  /** A grid where no line pays, but for some cells of one line. */
  function gridWith(line: number, symbol: SlotSymbol, reels: number[]) {
    const [one, other]: SlotSymbol[] =
      symbol === 'DOGE' || symbol === 'SOL' ? ['XRP', 'ETH'] : ['DOGE', 'SOL']
    if (!one || !other) throw new Error('two other symbols are needed')
    const grid: SlotGrid = Array.from({ length: 3 }, () =>
      Array.from({ length: 5 }, (_, reel) => (reel % 2 ? one : other)),
    )
    for (const reel of reels) {
      const row = grid[ROWS[line]?.[reel] ?? -1]
      if (!row) throw new Error('a line has a row on each reel')
      row[reel] = symbol
    }
    return grid
  }

  const cases = PAYS.flatMap(([symbol, ...pays]) =>
    pays.flatMap((times, index) =>
      ROWS.map((_rows, line) => ({ symbol, matches: index + 3, line, times })),
    ),
  )

  test.each(cases)(
    '$line pays $times times the stake for $matches $symbol',
    ({ times, ...won }) => {
      const reels = [0, 1, 2, 3, 4].slice(0, won.matches)
      const grid = gridWith(won.line, won.symbol, reels)
      expect(winningLines(grid, coins(7))).toEqual([
        { ...won, payout: times * 7 },
      ])
    },
  )

  test.each([
    ['two', [0, 1]],
    ['four from the right', [1, 2, 3, 4]],
    ['three in the middle', [1, 2, 3]],
    ['three from the right', [2, 3, 4]],
    ['four with a gap', [0, 1, 3, 4]],
  ])('pays nothing for %s', (_name, reels) => {
    for (const line of ROWS.keys()) {
      for (const [symbol] of PAYS) {
        const grid = gridWith(line, symbol, reels)
        expect(winningLines(grid, coins(7))).toEqual([])
      }
    }
  })

  test('pays beside the others: together they are the payout', () => {
    const { winningLines: lines, payout } = spun(3, [1, 0, 1, 0, 0])
    const won = { matches: 3, symbol: 'SOL', payout: 3 }
    expect(lines).toEqual([2, 3, 4].map((line) => ({ line, ...won })))
    expect(payout).toBe(9)
  })
})

describe('the jackpot', () => {
  test.each([
    [1, 1],
    [250, 250],
    [10_000, 10_000],
    [10_001, 10_000],
    [MAX_COINS, 10_000],
  ])('at a stake of %i is hit by %i draws in a million', (stake, tickets) => {
    const below = drawOf(tickets, 1_000_000) - 1
    const position = slots.start(bet(stake), drawing(below))
    expect(jackpot.isHit(position)).toBe(true)
    expect(position).toEqual({ staked: stake })
  })

  test.each([
    [1, 1],
    [250, 250],
    [10_000, 10_000],
    [10_001, 10_000],
    [1_000_000, 10_000],
  ])(
    'at a stake of %i is missed from draw %i in a million',
    (stake, ticket) => {
      const at = drawOf(ticket, 1_000_000)
      const position = slots.start(bet(stake), drawing(at, 0, 0, 0, 0, 0))
      expect(jackpot.isHit(position)).toBe(false)
      expect(ended(position).jackpotWin).toBe(0)
    },
  )

  test('fills every cell with BTC and pays the pot on five lines', () => {
    const outcome = paidFrom(20_003)
    expect(outcome).toEqual({
      grid: Array.from({ length: 3 }, () => Array(5).fill('BTC')),
      winningLines: [4_001, 4_001, 4_001, 4_000, 4_000].map((payout, line) => ({
        line,
        matches: 5,
        symbol: 'BTC',
        payout,
      })),
      jackpotWin: 20_003,
      payout: 20_003,
    })
  })

  test('property: its lines share any pot to the last coin, evenly', () => {
    fc.assert(
      fc.property(anyPot, (pot) => {
        const shares = paidFrom(pot).winningLines.map(({ payout }) => payout)
        expect(shares).toHaveLength(5)
        const sum = shares.reduce((total, share) => total + BigInt(share), 0n)
        expect(sum).toBe(BigInt(pot))
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(2)
      }),
    )
  })

  test('is paid once, and never for a spin without it', () => {
    const win = jackpot.win(coins(10_000))
    const paid = steps.act(hit(1), win)
    const missed = slots.start(bet(1), drawing(LAST_DRAW, 0, 0, 0, 0, 0))
    expect(steps.allows(paid)).toBe(false)
    expect(steps.allows(missed)).toBe(false)
    expect(jackpot.isHit(paid)).toBe(false)
  })

  test('shows nothing before the pot is known', () => {
    expect(slots.view(hit(1))).toEqual({})
  })

  test.each([JACKPOT_SEED, 12_345, MAX_COINS])('takes a pot of %i', (pot) => {
    const action = { action: 'jackpot', pot }
    expect(steps.action.parse(action)).toEqual(action)
  })

  test.each([
    { action: 'jackpot' },
    { action: 'jackpot', pot: -1 },
    { action: 'jackpot', pot: 0 },
    { action: 'jackpot', pot: 1 },
    { action: 'jackpot', pot: 9_999 },
    { action: 'jackpot', pot: 10_000.5 },
    { action: 'jackpot', pot: '10000' },
    { action: 'jackpot', pot: null },
    { action: 'jackpot', pot: 2 ** 53 },
    { action: 'jackpot', pot: 10_000, more: 1 },
    { action: 'spin', pot: 10_000 },
    { pot: 10_000 },
    'jackpot',
  ])('is not %j', (action) => {
    expect(steps.action.safeParse(action).success).toBe(false)
  })
})

describe('the exposure', () => {
  test.each([
    [1, 50, 50],
    [100, 5_000, 4_901],
    [101, 5_050, 4_951],
  ])('of %i coins is %i to pay, %i to lose', (stake, payout, loss) => {
    expect(slots.exposure(bet(stake))).toEqual({ payout, loss })
  })

  test('says so when no balance could hold the win', () => {
    const { payout } = slots.exposure(bet(MAX_COINS))
    expect(payout).toBeGreaterThan(MAX_COINS)
  })
})

describe('the outcome', () => {
  const anySpin = fc.record({
    stake: fc.integer({ min: 1, max: Math.floor(MAX_COINS / 50) }),
    draws: fc.array(anyDraw, { minLength: 5, maxLength: 5 }),
  })

  test('property: fits its schema and is whole multiples of the stake', () => {
    fc.assert(
      fc.property(anySpin, ({ stake, draws }) => {
        const position = slots.start(bet(stake), drawing(LAST_DRAW, ...draws))
        const outcome = ended(position)
        expect(slots.outcome.parse(outcome)).toEqual(outcome)
        expect(outcome.payout % stake).toBe(0)
        const isWin = outcome.payout > 0
        expect(slots.view(position)).toEqual({ ...outcome, isWin })
      }),
    )
  })

  test('of a jackpot fits the schema', () => {
    const outcome = paidFrom(10_000)
    expect(slots.outcome.parse(outcome)).toEqual(outcome)
  })

  test.each([
    { line: 5 },
    { line: -1 },
    { matches: 2 },
    { matches: 6 },
    { symbol: 'LTC' },
    { payout: -1 },
    { multiplier: 2 },
  ])('with a winning line of %j is none', (change) => {
    const { winningLines, ...rest } = paidFrom(10_000)
    const [first, ...others] = winningLines
    const changed = [{ ...first, ...change }, ...others]
    const outcome = { ...rest, winningLines: changed }
    expect(slots.outcome.safeParse(outcome).success).toBe(false)
  })

  test.each([
    { jackpotWin: -1 },
    { payout: 0.5 },
    { grid: [['LTC']] },
    { more: 1 },
  ])('with %j is none', (change) => {
    const outcome = { ...paidFrom(10_000), ...change }
    expect(slots.outcome.safeParse(outcome).success).toBe(false)
  })

  test('is described by what it paid', () => {
    expect(slots.describe(paidFrom(10_000))).toBe('Won 10000 coins')
    const lost = spun(1, [1, 0, 0, 0, 0])
    expect(lost.payout).toBe(0)
    expect(slots.describe(lost)).toBe('No win')
  })
})

describe('what a draw became', () => {
  const draws = [drawOf(5, 1_000_000), ...[0, 1, 2, 18, 19].map(stopDraw)]

  function stopDraw(stop: number) {
    return drawOf(stop, STOPS)
  }

  test.each([
    [0, 'ticket 5, not below 3: no jackpot'],
    [1, 'reel 1 at stop 0: SOL, SOL, DOGE'],
    [2, 'reel 2 at stop 1: SOL, SOL, XRP'],
    [3, 'reel 3 at stop 2: BTC, SOL, SOL'],
    [4, 'reel 4 at stop 18: DOGE, XRP, XRP'],
    [5, 'reel 5 at stop 19: DOGE, SOL, SOL'],
  ])('is told of draw %i', (index, story) => {
    const outcome = ended(slots.start(bet(3), drawing(...draws)))
    expect(slots.explain({ bet: bet(3), draws, outcome }, index)).toBe(story)
  })

  test('is the whole round where it hits the jackpot', () => {
    const outcome = paidFrom(10_000)
    const round = { bet: bet(6), draws: draws.slice(0, 1), outcome }
    expect(slots.explain(round, 0)).toBe(
      'ticket 5, below 6: the jackpot, on all reels at once',
    )
  })
})

describe('the bet', () => {
  test('is a stake and nothing else', () => {
    const [request] = slots.requests
    expect(request?.body.parse({ betAmount: 10 })).toEqual({ start: bet(10) })
    for (const wrong of [{}, { betAmount: 0 }, { betAmount: 1, pot: 5 }]) {
      expect(slots.bet.safeParse(wrong).success).toBe(false)
    }
  })
})
