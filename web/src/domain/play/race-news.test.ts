import { expect, it, vi } from 'vitest'
import { HonestRaces } from '#testing/page/honest-races.ts'
import { RaceNews } from './race-news.ts'

const races = new HonestRaces()

it('tells whoever comes later how the race stands, and when that was heard', () => {
  const news = new RaceNews()
  const state = races.state('running')
  const start = races.start(5_000)
  news.tell({ message: state, atMs: 10 })
  news.tell({ message: start, atMs: 12 })
  const listener = vi.fn()
  news.listen(listener)
  expect(listener.mock.calls).toEqual([
    [{ message: state, atMs: 10 }],
    [{ message: start, atMs: 12 }],
  ])
})

it('forgets a race when the next one is announced', () => {
  const news = new RaceNews()
  news.tell({ message: races.state('running'), atMs: 10 })
  news.tell({ message: races.start(5_000), atMs: 12 })
  const next = races.next()
  news.tell({ message: next, atMs: 14 })
  const listener = vi.fn()
  news.listen(listener)
  expect(listener.mock.calls).toEqual([[{ message: next, atMs: 14 }]])
})

it('tells nothing to those who have stopped listening', () => {
  const news = new RaceNews()
  const listener = vi.fn()
  news.listen(listener)()
  news.tell({ message: races.state(), atMs: 10 })
  expect(listener).not.toHaveBeenCalled()
})
