import { expect, test, vi } from 'vitest'
import { HonestRaces } from '#testing/page/honest-races.ts'
import { RaceNews } from './race-news.ts'

const races = new HonestRaces()
const state = { message: races.state('running'), atMs: 10 }
const start = { message: races.start(5_000), atMs: 12 }
const next = { message: races.next(), atMs: 14 }

test.each([
  ['the race that runs', [state, start], [state, start]],
  ['the next race alone once it is announced', [state, start, next], [next]],
])('replays to a late listener %s', (_what, news, expected) => {
  const raceNews = new RaceNews()
  for (const one of news) raceNews.publish(one)
  const listener = vi.fn()
  raceNews.listen(listener)
  expect(listener.mock.calls.flat()).toEqual(expected)
})
