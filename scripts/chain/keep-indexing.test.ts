import { expect, test } from 'vitest'
import { patienceAfter, pauseAfter } from './keep-indexing.ts'

test('generations that never keep up follow each other later and later', () => {
  const pauses = [1, 2, 3, 4, 5, 50].map((stuck) => pauseAfter(stuck) / 1_000)
  expect(pauses).toEqual([5, 10, 20, 40, 60, 60])
})

test('and each has more patience than the one before', () => {
  const patience = [0, 1, 2, 3, 4, 5_000].map(patienceAfter)
  expect(patience).toEqual([1, 2, 4, 8, 8, 8])
})
