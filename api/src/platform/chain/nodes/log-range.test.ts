import { afterEach, expect, test, vi } from 'vitest'
import { LogRange } from './log-range.ts'

afterEach(() => void vi.useRealTimers())

/** Has a node that takes so many blocks asked, until its range is known. */
function learn(range: LogRange, most: number): number {
  let requests = 0
  for (let same = 0; same < 3 && range.blocks > 0; requests += 1) {
    const { blocks } = range
    if (blocks <= most) range.answered(blocks)
    else range.refused(blocks)
    same = range.blocks === blocks && blocks <= most ? same + 1 : 0
  }
  return requests
}

test.each([0, 1, 5, 10, 100, 499, 500])(
  'finds the largest range of a node that takes %i blocks',
  (most) => {
    const range = new LogRange()
    expect(learn(range, most)).toBeLessThan(30)
    expect(range.blocks).toBe(most)
  },
)

test('asks for as much again after a single failure', () => {
  const range = new LogRange()
  expect(range.refused(500)).toBe(false)
  range.answered(500)
  expect(range.refused(500)).toBe(false)
  expect(range.blocks).toBe(500)
})

test('follows a node that takes less than before', () => {
  const range = new LogRange()
  learn(range, 100)
  learn(range, 5)
  expect(range.blocks).toBe(5)
})

test('asks for more after half an hour without a refusal', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const range = new LogRange()
  learn(range, 0)
  vi.advanceTimersByTime(29 * 60_000)
  expect(range.blocks).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(range.blocks).toBe(500)
})
