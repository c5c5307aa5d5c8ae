import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Draws, WORD_RANGE } from '../../fairness/draws.ts'
import { coins, JACKPOT_SEED, MAX_COINS } from '../../money/coins.ts'
import {
  type SlotGrid,
  type SlotSymbol,
  type SlotsOutcome,
  winningLines,
} from './slot-reels.ts'
import { slots } from './slots.ts'

const LAST_DRAW = WORD_RANGE - 1
const STOPS = 20
const { steps, jackpot } = slots

function bet(betAmount: number) {
  return { betAmount: coins(betAmount) }
}

/** The lowest draw that is `value` of `below`. */
function toDraw(value: number, below: number): number {
  return Math.ceil((value * WORD_RANGE) / below)
}

function drawing(...draws: number[]): Draws {
  return (index) => {
    const draw = draws[index]
    if (draw === undefined) throw new Error(`draw ${index} is one too many`)
    return draw
  }
}

/** Plays a spin without the jackpot, given the stops. */
function spun(betAmount: number, stops: number[]): SlotsOutcome {
  const draws = stops.map((stop) => toDraw(stop, STOPS))
  return ended(slots.start(bet(betAmount), drawing(LAST_DRAW, ...draws)))
}

function ended({ outcome }: { outcome?: SlotsOutcome }): SlotsOutcome {
  if (!outcome) throw new Error('the round is not over')
  return outcome
}

function hit(betAmount: number) {
  return slots.start(bet(betAmount), drawing(0))
}

function playStop(pot: number): SlotsOutcome {
  const position = hit(1)
  expect(steps.allows(position)).toBe(true)
  return ended(steps.act(position, jackpot.win(coins(pot))))
}

describe('the reels', () => {
  test('reels show their first three symbols at stop 0', () => {
    expect(spun(1, [0, 0, 0, 0, 0]).grid).toEqual([
      ['SOL', 'XRP', 'XRP', 'XRP', 'SOL'],
      ['SOL', 'SOL', 'SOL', 'DOGE', 'SOL'],
      ['DOGE', 'SOL', 'BTC', 'BTC', 'XRP'],
    ])
  })

  test('reels wrap around after the last symbol', () => {
    expect(spun(1, [19, 18, 19, 18, 19]).grid).toEqual([
      ['DOGE', 'SOL', 'ETH', 'DOGE', 'DOGE'],
      ['SOL', 'ETH', 'XRP', 'XRP', 'SOL'],
      ['SOL', 'XRP', 'SOL', 'XRP', 'SOL'],
    ])
  })

  test('reels stop by one draw each, with equal chances of all stops', () => {
    const getTop = (reel: number, draw: number) => {
      const draws = [LAST_DRAW, 0, 0, 0, 0, 0].with(reel + 1, draw)
      const { grid } = ended(slots.start(bet(1), drawing(...draws)))
      return grid.map((row) => row[reel]).join()
    }
    for (let reel = 0; reel < 5; reel += 1) {
      for (let stop = 0; stop < STOPS; stop += 1) {
        const first = getTop(reel, toDraw(stop, STOPS))
        const last = getTop(reel, toDraw(stop + 1, STOPS) - 1)
        expect(last).toBe(first)
      }
    }
  })

  test('reels never show a whole reel of BTC', () => {
    for (let stop = 0; stop < STOPS; stop += 1) {
      const [top = [], ...rows] = spun(1, Array(5).fill(stop)).grid
      const reels = top.filter((symbol, reel) =>
        [symbol, ...rows.map((row) => row[reel])].every((one) => one === 'BTC'),
      )
      expect(reels).toEqual([])
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
  function buildGrid(line: number, symbol: SlotSymbol, reels: number[]) {
    const [one, other]: [SlotSymbol, SlotSymbol] =
      symbol === 'DOGE' || symbol === 'SOL' ? ['XRP', 'ETH'] : ['DOGE', 'SOL']
    const grid: SlotGrid = [0, 1, 2].map(() => [one, other, one, other, one])
    for (const reel of reels) {
      const row = grid[ROWS[line]?.[reel] ?? -1]
      if (!row) throw new Error('a line has a row on each reel')
      row[reel] = symbol
    }
    return grid
  }

  test.each(PAYS)('of %s pays %i, %i or %i times the stake', (...pays) => {
    const [symbol, ...times] = pays
    for (const [index, factor] of times.entries()) {
      for (const line of ROWS.keys()) {
        const matches = index + 3
        const grid = buildGrid(line, symbol, [0, 1, 2, 3, 4].slice(0, matches))
        const won = { line, matches, symbol, payout: factor * 7 }
        expect(winningLines(grid, coins(7))).toEqual([won])
      }
    }
  })

  test.each([
    ['two', [0, 1]],
    ['four from the right', [1, 2, 3, 4]],
    ['three in the middle', [1, 2, 3]],
    ['three from the right', [2, 3, 4]],
    ['four with a gap', [0, 1, 3, 4]],
  ])('pays nothing for %s', (_name, reels) => {
    for (const line of ROWS.keys()) {
      for (const [symbol] of PAYS) {
        const grid = buildGrid(line, symbol, reels)
        expect(winningLines(grid, coins(7))).toEqual([])
      }
    }
  })

  test('pays in addition to the others', () => {
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
  ])('at a stake of %i is hit by %i draws in a million', (stake, tickets) => {
    const draw = toDraw(tickets, 1_000_000)
    const position = slots.start(bet(stake), drawing(draw - 1))
    expect(jackpot.isHit(position)).toBe(true)
    expect(position).toEqual({ staked: stake })
    const missed = slots.start(bet(stake), drawing(draw, 0, 0, 0, 0, 0))
    expect(jackpot.isHit(missed)).toBe(false)
    expect(ended(missed).jackpotWin).toBe(0)
  })

  test('takes a hundredth of each stake', () => {
    expect(jackpot.shareHundredths).toBe(1)
  })

  test('fills every cell with BTC and pays the pot on five lines', () => {
    const outcome = playStop(20_003)
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

  test('property: splits any pot evenly among the lines, to the last coin', () => {
    const pots = fc.integer({ min: JACKPOT_SEED, max: MAX_COINS })
    fc.assert(
      fc.property(pots, (pot) => {
        const outcome = playStop(pot)
        expect(slots.outcome.parse(outcome)).toEqual(outcome)
        const shares = outcome.winningLines.map(({ payout }) => payout)
        const sum = shares.reduce((total, share) => total + BigInt(share), 0n)
        expect(sum).toBe(BigInt(pot))
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(2)
      }),
    )
  })

  test('is paid once, and only after a hit', () => {
    const paid = steps.act(hit(1), jackpot.win(coins(10_000)))
    const missed = slots.start(bet(1), drawing(LAST_DRAW, 0, 0, 0, 0, 0))
    expect(steps.allows(paid)).toBe(false)
    expect(steps.allows(missed)).toBe(false)
    expect(jackpot.isHit(paid)).toBe(false)
  })

  test('shows nothing before the pot is paid', () => {
    expect(slots.view(hit(1))).toEqual({})
  })

  test.each([JACKPOT_SEED, MAX_COINS])('takes a pot of %i', (pot) => {
    const action = { action: 'jackpot', pot }
    expect(steps.action.parse(action)).toEqual(action)
    expect(jackpot.win(coins(pot))).toEqual(action)
  })

  test.each([
    { action: 'jackpot' },
    { action: 'jackpot', pot: JACKPOT_SEED - 1 },
    { action: 'jackpot', pot: 10_000.5 },
    { action: 'jackpot', pot: 10_000, more: 1 },
    { action: 'spin', pot: 10_000 },
  ])('rejects %j', (action) => {
    expect(steps.action.safeParse(action).success).toBe(false)
  })
})

test.each([
  [1, 50, 50],
  [100, 5_000, 4_901],
  [101, 5_050, 4_951],
])('the exposure of %i coins is %i to pay, %i to lose', (...row) => {
  const [stake, payout, loss] = row
  expect(slots.exposure(bet(stake))).toEqual({ payout, loss })
})

describe('an outcome', () => {
  const outcome = playStop(10_000)
  const [first, ...others] = outcome.winningLines

  test.each([
    { line: 5 },
    { line: -1 },
    { matches: 2 },
    { matches: 6 },
    { symbol: 'LTC' },
    { payout: -1 },
    { multiplier: 2 },
  ])('rejects a winning line with %j', (change) => {
    const changed = [{ ...first, ...change }, ...others]
    const wrong = { ...outcome, winningLines: changed }
    expect(slots.outcome.safeParse(wrong).success).toBe(false)
  })

  test('is described and shown by its payout', () => {
    const staked = coins(1)
    expect(slots.describe(outcome)).toBe('Won 10000 coins')
    expect(slots.view({ staked, outcome })).toEqual({ ...outcome, isWin: true })
    const lost = spun(1, [1, 0, 0, 0, 0])
    expect(lost.payout).toBe(0)
    expect(slots.describe(lost)).toBe('No win')
    const shown = slots.view({ staked, outcome: lost })
    expect(shown).toEqual({ ...lost, isWin: false })
  })

  const stops = [0, 1, 2, 18, 19].map((stop) => toDraw(stop, STOPS))
  const draws = [toDraw(5, 1_000_000), ...stops]

  test.each(
    [
      'ticket 5, not below 3: no jackpot',
      'reel 1 at stop 0: SOL, SOL, DOGE',
      'reel 2 at stop 1: SOL, SOL, XRP',
      'reel 3 at stop 2: BTC, SOL, SOL',
      'reel 4 at stop 18: DOGE, XRP, XRP',
      'reel 5 at stop 19: DOGE, SOL, SOL',
    ].map((words, index) => [index, words] as const),
  )('explains draw %i: %s', (index, words) => {
    const spin = ended(slots.start(bet(3), drawing(...draws)))
    const round = { bet: bet(3), draws, outcome: spin }
    expect(slots.explain(round, index)).toBe(words)
  })

  test('explains the draw that hits the jackpot', () => {
    const round = { bet: bet(6), draws: draws.slice(0, 1), outcome }
    expect(slots.explain(round, 0)).toBe(
      'ticket 5, below 6: the jackpot, on all reels at once',
    )
    expect(slots.explain({ ...round, bet: bet(5) }, 0)).toBe(
      'ticket 5, not below 5: no jackpot',
    )
  })

  test('rejects the explanation of a draw out of range', () => {
    const round = { bet: bet(6), draws: [], outcome }
    expect(() => slots.explain(round, 0)).toThrow('in range')
  })
})
