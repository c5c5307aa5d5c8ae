import { expect, test } from 'vitest'
import { pauseAfter, timeoutFactorAfter } from './keep-indexing.ts'
import { type LostSign, openLostSignTimer } from './lost-sign.ts'

function openTimer() {
  let nowMs = 0
  const observe = openLostSignTimer(1, () => nowMs)
  return (atMs: number, sign: LostSign | undefined, point = 'a block') => {
    nowMs = atMs
    return observe(sign, point)
  }
}

test('an indexer without progress for two minutes is lost, with a reason', () => {
  const observe = openTimer()
  observe(0, 'stuck', '100 rows')
  expect(observe(120_000, 'stuck', '101 rows')).toBeUndefined()
  expect(observe(239_999, 'stuck', '101 rows')).toBeUndefined()
  expect(observe(240_000, 'stuck', '101 rows')).toBe(
    'Ponder stopped catching up with the chain before it was live',
  )
})

test('an interrupted or changed sign restarts the timeout', () => {
  const observe = openTimer()
  observe(0, 'diverged')
  observe(1_000, undefined)
  expect(observe(2_000, 'diverged')).toBeUndefined()
  expect(observe(3_999, 'stalled')).toBeUndefined()
  expect(observe(8_998, 'stalled')).toBeUndefined()
  expect(observe(8_999, 'stalled')).toContain('Ponder did not')
})

test('a replaced chain is reported at once', () => {
  const observe = openTimer()
  observe(0, 'renewed')
  expect(observe(500, 'renewed')).toBe('The chain was restarted')
})

test('pauses and timeouts grow with each failure', () => {
  const pauses = [1, 2, 3, 4, 5, 50].map((stuck) => pauseAfter(stuck) / 1_000)
  expect(pauses).toEqual([5, 10, 20, 40, 60, 60])
  expect([0, 1, 2, 3, 4, 5_000].map(timeoutFactorAfter)).toEqual([
    1, 2, 4, 8, 8, 8,
  ])
})
