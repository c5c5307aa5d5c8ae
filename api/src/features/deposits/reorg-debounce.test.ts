import { expect, test } from 'vitest'
import { depositRow } from '#testing/database/deposit-row.ts'
import { ReorgDebounce } from './reorg-debounce.ts'

const AFTER_MS = 1_000
const row = depositRow('one')

function openReorgDebounce() {
  let nowMs = 0
  const reorgDebounce = new ReorgDebounce({
    nowMs: () => nowMs,
    reverseAfterMs: AFTER_MS,
  })
  /** Sees the payment dropped at each of these times. */
  const seenAt = (...times: number[]) =>
    times.map((timeMs) => {
      nowMs = timeMs
      return reorgDebounce.isProven(row)
    })
  return { reorgDebounce, seenAt }
}

test('two checks prove nothing, however long the time between them', () => {
  const { seenAt } = openReorgDebounce()
  expect(seenAt(0, AFTER_MS, AFTER_MS)).toEqual([false, false, true])
})

test('any number of checks proves nothing before the time is over', () => {
  const { seenAt } = openReorgDebounce()
  const times = [0, 1, 2, AFTER_MS - 1, AFTER_MS]
  expect(seenAt(...times)).toEqual([false, false, false, false, true])
})

test('checks too far apart do not count together', () => {
  const { seenAt } = openReorgDebounce()
  const farMs = 2 * AFTER_MS + 1
  expect(seenAt(0, AFTER_MS, AFTER_MS + farMs)).toEqual([false, false, false])
})

test('a payment that was there meanwhile is counted anew', () => {
  const { reorgDebounce, seenAt } = openReorgDebounce()
  seenAt(0, AFTER_MS / 2)
  reorgDebounce.forget(row)
  expect(seenAt(AFTER_MS)).toEqual([false])
})
