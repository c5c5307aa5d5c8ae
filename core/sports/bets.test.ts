import { expect, test } from 'vitest'
import { MINUTE_MS } from '../durations.ts'
import { type Bookmaker, formatSelection, type Selection } from './game.ts'
import { gradeSelection } from './grading.ts'
import {
  closedBecause,
  findOffer,
  hasStarted,
  isConfirmedBy,
  isStale,
} from './offer.ts'

const NOON = 1_772_366_400_000

function book(key: string, price: number, point = -3.5): Bookmaker {
  const outcomes = [
    { name: 'Celtics', price, point },
    { name: 'Heat', price: -110, point: -point },
  ]
  const markets = [{ key: 'spreads' as const, outcomes }]
  return { key, title: key, updatedAtMs: NOON, markets }
}

const game = {
  status: 'scheduled' as const,
  startsAtMs: NOON + 60 * MINUTE_MS,
  pricesAtMs: NOON + MINUTE_MS,
  bookmakers: [book('one', -108), book('two', -112)],
}
const wanted = { market: 'spreads', name: 'Celtics' } as const
const taken = { ...wanted, bookmaker: 'one', price: -108, point: -3.5 }

test('offers the price of the first or the requested bookmaker', () => {
  const first = { bookmaker: 'one', price: -108, point: -3.5, pricedAtMs: NOON }
  expect(findOffer(game, wanted)).toEqual(first)
  expect(findOffer(game, { ...wanted, bookmaker: 'two' })?.price).toBe(-112)
})

test.each([
  { bookmaker: 'three' },
  { market: 'totals' as const },
  { name: 'Lakers' },
  { name: 'Over' },
])('offers no price for %j', (other) => {
  expect(findOffer(game, { ...wanted, ...other })).toBeUndefined()
})

test('dates prices by the older of bookmaker and feed', () => {
  const pricesAtMs = NOON - MINUTE_MS
  expect(findOffer({ ...game, pricesAtMs }, wanted)).toMatchObject({
    pricedAtMs: pricesAtMs,
  })
})

test('accepts prices for ten minutes before a game, thirty seconds live', () => {
  const pricedAtMs = NOON
  for (const [status, freshMs] of [
    ['scheduled', 10 * MINUTE_MS],
    ['live', MINUTE_MS / 2],
  ] as const) {
    expect(isStale(NOON + freshMs, { status, pricedAtMs })).toBe(false)
    expect(isStale(NOON + freshMs + 1, { status, pricedAtMs })).toBe(true)
  }
})

test('closes a game at its start until the feed reports it as live', () => {
  const { startsAtMs } = game
  expect(closedBecause(startsAtMs - 1, game)).toBeUndefined()
  expect(closedBecause(startsAtMs, game)).toBe('started')
  const live = { ...game, status: 'live' as const }
  expect(closedBecause(startsAtMs, live)).toBeUndefined()
  expect(hasStarted(startsAtMs - 1, live)).toBe(true)
  for (const status of ['final', 'cancelled'] as const) {
    expect(closedBecause(NOON, { ...game, status })).toBe('over')
  }
})

test.each([
  ['the same price', [book('one', -108)], true],
  ['a little shorter', [book('one', -111)], true],
  ['a little longer', [book('one', -105)], true],
  ['much shorter', [book('one', -115)], false],
  ['much longer', [book('one', 104)], false],
  ['another line', [book('one', -108, -4.5)], false],
  ['another bookmaker', [book('two', -108)], false],
  ['no prices', [], false],
])('confirms a live bet before %s: %s', (_what, bookmakers, confirmed) => {
  expect(isConfirmedBy({ bookmakers }, taken)).toBe(confirmed)
})

const TEAMS = { homeTeam: 'Boston Celtics', awayTeam: 'Miami Heat' }
const { homeTeam, awayTeam } = TEAMS

function selected(
  market: Selection['market'],
  name: string,
  point: number | null = null,
): Selection {
  return { market, name, point }
}

test.each([
  [selected('h2h', homeTeam), 'won'],
  [selected('h2h', awayTeam), 'lost'],
  [selected('spreads', homeTeam, -4.5), 'won'],
  [selected('spreads', homeTeam, -5), 'void'],
  [selected('spreads', homeTeam, -5.5), 'lost'],
  [selected('spreads', awayTeam, 4.5), 'lost'],
  [selected('spreads', awayTeam, 5), 'void'],
  [selected('spreads', awayTeam, 5.5), 'won'],
  [selected('totals', 'Over', 214.5), 'won'],
  [selected('totals', 'Over', 215), 'void'],
  [selected('totals', 'Over', 215.5), 'lost'],
  [selected('totals', 'Under', 214.5), 'lost'],
  [selected('totals', 'Under', 215), 'void'],
  [selected('totals', 'Under', 215.5), 'won'],
  [selected('h2h', 'Chicago Bulls'), 'void'],
] as const)('grades %j as %s at 110 to 105', (bet, grade) => {
  expect(gradeSelection(bet, TEAMS, { home: 110, away: 105 })).toBe(grade)
})

test('voids a tie, which only a faulty feed can report', () => {
  const score = { home: 100, away: 100 }
  expect(gradeSelection(selected('h2h', homeTeam), TEAMS, score)).toBe('void')
})

test.each([
  [selected('h2h', homeTeam), 'Boston Celtics'],
  [selected('spreads', homeTeam, -3.5), 'Boston Celtics -3.5'],
  [selected('spreads', awayTeam, 3.5), 'Miami Heat +3.5'],
  [selected('spreads', awayTeam, 0), 'Miami Heat +0'],
  [selected('totals', 'Over', 224.5), 'Over 224.5'],
])('formats %j as %s', (bet, label) => {
  expect(formatSelection(bet)).toBe(label)
})
