import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitsOf, weiOf } from './units.ts'

test.each([
  [0n, '0'],
  [1n, '0.000000000000000001'],
  [10n ** 16n, '0.01'],
  [10n ** 18n, '1'],
  [123n * 10n ** 18n + 5n * 10n ** 17n, '123.5'],
])('%d wei are %s units', (wei, units) => {
  expect(unitsOf(wei)).toBe(units)
  expect(weiOf(units)).toBe(wei)
})

test.each(['', '-1', '+1', '01', '.5', '1.', '1e18', '0x10', ' 1', '1,5'])(
  '%j is no amount',
  (text) => {
    expect(weiOf(text)).toBeUndefined()
  },
)

test('more than 18 decimals are no amount', () => {
  expect(weiOf(`0.${'0'.repeat(18)}1`)).toBeUndefined()
})

test('every amount survives being written down', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (wei) => {
      expect(weiOf(unitsOf(wei))).toBe(wei)
    }),
  )
})
