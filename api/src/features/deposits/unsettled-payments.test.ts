import { expect, test } from 'vitest'
import { depositRow } from '#testing/database/deposit-row.ts'
import { UnsettledPayments } from './unsettled-payments.ts'

test('one that fails waits by itself, longer and longer, until it succeeds', () => {
  let nowMs = 0
  const unsettled = new UnsettledPayments(() => nowMs)
  const [bad, good] = [depositRow('bad'), depositRow('good')]
  unsettled.note([bad, good], [bad])
  expect([unsettled.has(bad), unsettled.has(good)]).toEqual([true, false])
  const waits: number[] = []
  for (let times = 0; times < 6; times++) {
    const since = nowMs
    while (unsettled.due().length === 0) nowMs += 100
    waits.push(nowMs - since)
    unsettled.note(unsettled.due(), [bad])
  }
  expect(waits).toEqual([200, 400, 800, 1_600, 2_000, 2_000])
  unsettled.note([bad], [])
  expect(unsettled.count).toBe(0)
})
