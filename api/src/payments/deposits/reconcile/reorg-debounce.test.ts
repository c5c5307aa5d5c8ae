import { expect, test } from 'vitest'
import { depositRow } from '#testing/database/deposit-row.ts'
import { createReorgDebounce } from './reorg-debounce.ts'

const reverseAfterMs = 1_000
const FAR_MS = 2 * reverseAfterMs + 1
const row = depositRow('one')

test.each([
  ['two checks prove nothing, however far apart', [0, 1_000, 1_000], true],
  ['checks prove nothing before the time is over', [0, 1, 2, 999], false],
  ['many checks prove it when the time is over', [0, 1, 2, 1_000], true],
  ['checks too far apart do not count', [0, 1_000, 1_000 + FAR_MS], false],
])('%s', (_claim, timesMs, isProven) => {
  let nowMs = 0
  const debounce = createReorgDebounce({ nowMs: () => nowMs, reverseAfterMs })
  const proofs = timesMs.map((timeMs) => {
    nowMs = timeMs
    return debounce.isProven(row)
  })
  expect(proofs).toEqual(
    timesMs.map((_, at) => isProven && at === timesMs.length - 1),
  )
  debounce.forget(row)
  expect(debounce.isProven(row)).toBe(false)
})
