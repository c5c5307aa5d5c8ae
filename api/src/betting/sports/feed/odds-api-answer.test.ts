import { expect, test } from 'vitest'
import {
  type DroppedMarket,
  parsePricedGames,
  parseScoredGames,
} from './odds-api-answer.ts'

const event = {
  id: 'game',
  commence_time: '2027-01-15T12:00:00Z',
  home_team: 'LA Clippers',
  away_team: 'Chicago Bulls',
}

function parsePriced(key: string, names: string[]) {
  const dropped: DroppedMarket[] = []
  const outcomes = names.map((name) => ({ name, price: 100, point: 3 }))
  const book = {
    key: 'book',
    title: 'Book',
    last_update: '2027-01-15T11:00:00Z',
    markets: [{ key, outcomes }],
  }
  const body = [{ ...event, bookmakers: [book] }]
  const games = parsePricedGames(body, (market) => dropped.push(market))
  const markets = games[0]?.bookmakers?.[0]?.markets ?? []
  return { dropped, names: markets[0]?.outcomes.map(({ name }) => name) }
}

test.each([
  ['h2h', ['Los Angeles Clippers', 'CHI']],
  ['spreads', ['Bulls', 'L.A. Clippers']],
])('%s outcomes are of the teams, however they are spelled', (key, names) => {
  const { dropped, names: read } = parsePriced(key, names)
  expect(dropped).toEqual([])
  expect(new Set(read)).toEqual(
    new Set(['Los Angeles Clippers', 'Chicago Bulls']),
  )
})

test.each([
  ['h2h', ['Los Angeles Lakers', 'Chicago Bulls']],
  ['h2h', ['Chicago Bulls', 'CHI']],
  ['h2h', ['LA Clippers', 'Chicago Bulls', 'Draw']],
  ['spreads', ['Clippers', 'The Draw']],
  ['totals', ['Over', 'Chicago Bulls']],
])('drops %s of %j, and says so', (key, names) => {
  const { dropped, names: read } = parsePriced(key, names)
  expect(read).toBeUndefined()
  expect(dropped).toEqual([
    { game: 'game', bookmaker: 'book', market: key, outcomes: names },
  ])
})

test('leaves out unreadable and unsupported entries', () => {
  const total = { price: -110, point: 220.5 }
  const totals = ['Over', 'Under'].map((name) => ({ name, ...total }))
  const sides = (first: object, second: object) => [
    { name: 'Chicago Bulls', price: -120, ...first },
    { name: 'Los Angeles Clippers', price: 100, ...second },
  ]
  const markets = [
    { key: 'h2h', outcomes: sides({ point: 3 }, {}) },
    { key: 'totals', outcomes: totals },
    { key: 'h2h', outcomes: sides({ price: null }, {}) },
    { key: 'h2h', outcomes: sides({}, { price: 99 }) },
    { key: 'spreads', outcomes: sides({ point: 3 }, {}) },
    { key: 'h2h_lay', outcomes: [] },
  ]
  const last_update = '2027-01-15T11:00:00Z'
  const book = { key: 'book', title: 'Book', last_update, markets }
  const offered = { ...event, bookmakers: [{ key: 'other' }, book] }
  const dropped: DroppedMarket[] = []
  const games = parsePricedGames([event, offered, null], (one) =>
    dropped.push(one),
  )
  expect(dropped).toEqual([])
  const read = [{ key: 'h2h', outcomes: sides({}, {}) }, markets[1]]
  const updatedAtMs = Date.parse(last_update)
  const bookmakers = [
    { key: 'book', title: 'Book', updatedAtMs, markets: read },
  ]
  const startsAtMs = Date.parse(event.commence_time)
  const [awayTeam, homeTeam] = sides({}, {}).map(({ name }) => name)
  const game = { id: 'game', homeTeam, awayTeam, startsAtMs, bookmakers }
  expect(games).toEqual([game])
})

const score = { home: 110, away: 100 }

test.each([
  [false, undefined, { status: 'scheduled' }],
  [false, { Clippers: '110', CHI: '100' }, { status: 'live', score }],
  [true, { Bulls: '100', Clippers: '110' }, { status: 'final', score }],
  [true, { Bulls: 100, 'LA Clippers': 110 }, { status: 'final', score }],
  [true, { LAC: '110' }, { status: 'live' }],
  [true, { LAC: 110, Clippers: 100, Bulls: 99 }, { status: 'live' }],
  [true, { LAC: -1, Bulls: 99.5 }, { status: 'live' }],
  [true, { LAC: '1000', Bulls: '99' }, { status: 'live' }],
])('completed: %j, with scores %j: %j', (completed, points, expected) => {
  const names = Object.entries(points ?? {})
  const scores = points && names.map(([name, score]) => ({ name, score }))
  const [game] = parseScoredGames([{ ...event, completed, scores }])
  expect(game?.score).toEqual('score' in expected ? score : undefined)
  expect(game?.status).toBe(expected.status)
})

test('leaves out a game of a team against itself', () => {
  const home_team = 'CHI'
  expect(parseScoredGames([{ ...event, home_team, completed: false }])).toEqual(
    [],
  )
})
