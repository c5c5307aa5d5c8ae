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
])('is not over by %j', (scores) => {
  const [game] = scoredGames([{ ...event, completed: true, scores }])
  expect(game).toMatchObject({ status: 'live' })
  expect(game).not.toHaveProperty('score')
})

test('leaves out a game of a team against itself', () => {
  const home_team = 'CHI'
  expect(scoredGames([{ ...event, home_team, completed: false }])).toEqual([])
})
