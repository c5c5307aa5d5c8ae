import { expect, test } from 'vitest'
import { confirmationsOf } from './confirmations.ts'

test.each([
  [100, 99, 0],
  [100, 100, 1],
  [100, 104, 5],
  [100, 105, 6],
  [100, 106, 6],
  [0, 5, 6],
])('block %d under head %d is confirmed %d times', (block, head, times) => {
  expect(confirmationsOf(block, head)).toBe(times)
})
