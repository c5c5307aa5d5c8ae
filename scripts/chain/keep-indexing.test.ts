import { expect, test } from 'vitest'
import { pauseAfter } from './keep-indexing.ts'

test('generations that never get live follow each other later and later', () => {
  const pauses = [1, 2, 3, 4, 5, 50].map((stuck) => pauseAfter(stuck) / 1_000)
  expect(pauses).toEqual([5, 10, 20, 40, 60, 60])
})
