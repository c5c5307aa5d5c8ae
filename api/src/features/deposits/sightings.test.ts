import { expect, test } from 'vitest'
import { depositRow } from '../../testing/deposit-row.ts'
import { Sightings } from './sightings.ts'

const AFTER_MS = 1_000
const row = depositRow('one')

function openSightings() {
  let nowMs = 0
  const sightings = new Sightings({
    nowMs: () => nowMs,
    reverseAfterMs: AFTER_MS,
  })
  /** Sees the payment gone at each of these times. */
  const seenAt = (...times: number[]) =>
    times.map((timeMs) => {
      nowMs = timeMs
      return sightings.isProven(row)
    })
  return { sightings, seenAt }
}

test('two sightings prove nothing, however long the time between them', () => {
  const { seenAt } = openSightings()
  expect(seenAt(0, AFTER_MS, AFTER_MS)).toEqual([false, false, true])
})

test('any number of sightings prove nothing before the time is over', () => {
  const { seenAt } = openSightings()
  const times = [0, 1, 2, AFTER_MS - 1, AFTER_MS]
  expect(seenAt(...times)).toEqual([false, false, false, false, true])
})

test('sightings too far apart do not count together', () => {
  const { seenAt } = openSightings()
  const farMs = 2 * AFTER_MS + 1
  expect(seenAt(0, AFTER_MS, AFTER_MS + farMs)).toEqual([false, false, false])
})

test('a payment that was there meanwhile is counted anew', () => {
  const { sightings, seenAt } = openSightings()
  seenAt(0, AFTER_MS / 2)
  sightings.forget(row)
  expect(seenAt(AFTER_MS)).toEqual([false])
})
