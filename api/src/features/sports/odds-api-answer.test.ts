import { expect, test } from 'vitest'
import {
  type DroppedMarket,
  pricedGames,
  scoredGames,
} from './odds-api-answer.ts'

const event = {
  id: 'game',
  commence_time: '2027-01-15T12:00:00Z',
  home_team: 'LA Clippers',
  away_team: 'Chicago Bulls',
}

function pricedBy(key: string, names: string[]) {
  const dropped: DroppedMarket[] = []
  const outcomes = names.map((name) => ({ name, price: 100, point: 3 }))
  const book = {
    key: 'book',
    title: 'Book',
    last_update: '2027-01-15T11:00:00Z',
    markets: [{ key, outcomes }],
  }
  const body = [{ ...event, bookmakers: [book] }]
  const games = pricedGames(body, (market) => dropped.push(market))
  const markets = games[0]?.bookmakers?.[0]?.markets ?? []
  return { dropped, names: markets[0]?.outcomes.map(({ name }) => name) }
}

test.each([
  ['h2h', ['Los Angeles Clippers', 'CHI']],
  ['spreads', ['Bulls', 'L.A. Clippers']],
])('%s outcomes are of the teams, however they are spelled', (key, names) => {
  const { dropped, names: read } = pricedBy(key, names)
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
  const { dropped, names: read } = pricedBy(key, names)
  expect(read).toBeUndefined()
  expect(dropped).toEqual([
    { game: 'game', bookmaker: 'book', market: key, outcomes: names },
  ])
})

test('leaves out what it can’t read or offer, and says nothing of it', () => {
  const total = { price: -110, point: 220.5 }
  const totals = ['Over', 'Under'].map((name) => ({ name, ...total }))
  const sides = (first: object, second: object) => [
    { name: 'CHI', price: -120, ...first },
    { name: 'LAC', price: 100, ...second },
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
  const body = [event, offered, null]
  expect(pricedGames(body, (market) => dropped.push(market))).toEqual([
    {
      id: 'game',
      homeTeam: 'Los Angeles Clippers',
      awayTeam: 'Chicago Bulls',
      startsAtMs: Date.UTC(2027, 0, 15, 12),
      bookmakers: [
        {
          key: 'book',
          title: 'Book',
          updatedAtMs: Date.UTC(2027, 0, 15, 11),
          markets: [
            {
              key: 'h2h',
              outcomes: [
                { name: 'Chicago Bulls', price: -120 },
                { name: 'Los Angeles Clippers', price: 100 },
              ],
            },
            { key: 'totals', outcomes: totals },
          ],
        },
      ],
    },
  ])
  expect(dropped).toEqual([])
})

test.each([
  [null, { status: 'scheduled' }],
  [[110, 100], { status: 'live', score: { home: 110, away: 100 } }],
])('before its end, scores of %j are %j', (points, expected) => {
  const scores = points?.map((score, at) => ({
    name: at === 0 ? 'LAC' : 'CHI',
    score,
  }))
  const [game] = scoredGames([{ ...event, completed: false, scores }])
  expect(game).toMatchObject(expected)
})

test.each([
  ['110', '100'],
  [110, 100],
])('a score of %j to %j is its teams’, in any order', (home, away) => {
  const scores = [
    { name: 'Bulls', score: away },
    { name: 'Los Angeles Clippers', score: home },
  ]
  expect(scoredGames([{ ...event, completed: true, scores }])).toMatchObject([
    { status: 'final', score: { home: 110, away: 100 } },
  ])
})

test.each([
  [[{ name: 'LA Clippers', score: '110' }]],
  [
    [
      { name: 'LA Clippers', score: '110' },
      { name: 'Clippers', score: '100' },
      { name: 'Bulls', score: '99' },
    ],
  ],
  [
    [
      { name: 'LA Clippers', score: -1 },
      { name: 'Bulls', score: 99.5 },
    ],
  ],
  [
    [
      { name: 'LA Clippers', score: '1000' },
      { name: 'Bulls', score: '99' },
    ],
  ],
  [
    [
      { name: 'LA Clippers', score: '99' },
      { name: 'Bulls', score: '9a' },
    ],
  ],
])('is not over by %j', (scores) => {
  const [game] = scoredGames([{ ...event, completed: true, scores }])
  expect(game).toMatchObject({ status: 'live' })
  expect(game).not.toHaveProperty('score')
})

test('leaves out a game of a team against itself', () => {
  const home_team = 'CHI'
  expect(scoredGames([{ ...event, home_team, completed: false }])).toEqual([])
})
