import { expect, test } from 'vitest'
import { getRestartDelay, getTimeoutFactor } from './keep-indexing.ts'
import { createLostSignTimer, type LostSign } from './watch-ponder.ts'

function createTimer() {
  let nowMs = 0
  const hasTimedOut = createLostSignTimer(1, () => nowMs)
  return (atMs: number, sign: LostSign | undefined, point = 'a block') => {
    nowMs = atMs
    return hasTimedOut(sign, point)
  }
}

test('an indexer without progress for two minutes is lost', () => {
  const hasTimedOut = createTimer()
  hasTimedOut(0, 'stuck', '100 rows')
  expect(hasTimedOut(120_000, 'stuck', '101 rows')).toBe(false)
  expect(hasTimedOut(239_999, 'stuck', '101 rows')).toBe(false)
  expect(hasTimedOut(240_000, 'stuck', '101 rows')).toBe(true)
})

test('an interrupted or changed sign restarts the timeout', () => {
  const hasTimedOut = createTimer()
  hasTimedOut(0, 'diverged')
  hasTimedOut(1_000, undefined)
  expect(hasTimedOut(2_000, 'diverged')).toBe(false)
  expect(hasTimedOut(3_999, 'stalled')).toBe(false)
  expect(hasTimedOut(8_998, 'stalled')).toBe(false)
  expect(hasTimedOut(8_999, 'stalled')).toBe(true)
})

test('a replaced chain counts as lost at once', () => {
  const hasTimedOut = createTimer()
  hasTimedOut(0, 'renewed')
  expect(hasTimedOut(500, 'renewed')).toBe(true)
})

test('pauses and timeouts grow with each failure', () => {
  const pauses = [1, 2, 3, 4, 5, 50].map(
    (stuck) => getRestartDelay(stuck) / 1_000,
  )
  expect(pauses).toEqual([5, 10, 20, 40, 60, 60])
  expect([0, 1, 2, 3, 4, 5_000].map(getTimeoutFactor)).toEqual([
    1, 2, 4, 8, 8, 8,
  ])
})
