import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_COINS } from '../money/coins.ts'
import { WEI_PER_UNIT } from './asset.ts'
import { countConfirmations } from './confirmations.ts'
import {
  depositCoins,
  depositValue,
  formatUnits,
  parseUnits,
} from './deposit-coins.ts'

const NATIVE = { minimumWei: parseUnits('0.01') ?? 0n, coinsPerUnit: 100_000 }
const wei = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const rate = fc.integer({ min: 1, max: 1_000_000_000 })

test.each([
  ['0.01', 1_000],
  ['1', 100_000],
  ['0.0123456', 1_234],
  ['0.010009999999999999', 1_000],
])('credits a deposit of %s with %d coins', (units, coins) => {
  const value = depositValue(parseUnits(units) ?? 0n, NATIVE)
  expect(value).toEqual({ kind: 'credit', coins })
})

test('credits nothing for one wei below the minimum', () => {
  const value = depositValue(NATIVE.minimumWei - 1n, NATIVE)
  expect(value).toEqual({ kind: 'below_minimum' })
})

test('accepts a deposit up to the largest balance', () => {
  const terms = { minimumWei: 0n, coinsPerUnit: 1 }
  const most = BigInt(MAX_COINS) * WEI_PER_UNIT
  const largest = { kind: 'credit', coins: MAX_COINS }
  expect(depositValue(most, terms)).toEqual(largest)
  expect(depositValue(most + WEI_PER_UNIT - 1n, terms)).toEqual(largest)
  expect(depositValue(most + WEI_PER_UNIT, terms).kind).toBe('too_large')
})

test('property: rounds down by less than one coin', () => {
  fc.assert(
    fc.property(wei, rate, (amountWei, coinsPerUnit) => {
      const worth = depositCoins(amountWei, coinsPerUnit) * WEI_PER_UNIT
      const short = amountWei * BigInt(coinsPerUnit) - worth
      expect(short >= 0n && short < WEI_PER_UNIT).toBe(true)
    }),
  )
})

test('property: splitting a payment never credits more', () => {
  fc.assert(
    fc.property(wei, wei, rate, (a, b, coinsPerUnit) => {
      const apart =
        depositCoins(a, coinsPerUnit) + depositCoins(b, coinsPerUnit)
      expect(apart <= depositCoins(a + b, coinsPerUnit)).toBe(true)
    }),
  )
})

test.each([
  [0n, '0'],
  [1n, '0.000000000000000001'],
  [10n ** 16n, '0.01'],
  [10n ** 18n, '1'],
  [123n * 10n ** 18n + 5n * 10n ** 17n, '123.5'],
])('formats %d wei as %s units', (amountWei, units) => {
  expect(formatUnits(amountWei)).toBe(units)
  expect(parseUnits(units)).toBe(amountWei)
})

test('rejects a negative amount', () => {
  expect(() => formatUnits(-1n)).toThrow('not negative')
})

test('property: parses every formatted amount', () => {
  fc.assert(
    fc.property(wei, (amountWei) => {
      expect(parseUnits(formatUnits(amountWei))).toBe(amountWei)
    }),
  )
})

test.each(['', '-1', '+1', '01', '.5', '1.', '1e18', '0x10', ' 1', '1,5'])(
  'rejects %j and more than 18 decimals',
  (text) => {
    expect(parseUnits(text)).toBeUndefined()
    expect(parseUnits(`0.${'0'.repeat(18)}1`)).toBeUndefined()
  },
)

test.each([
  [100, 99, 0],
  [100, 100, 1],
  [100, 104, 5],
  [100, 105, 6],
  [100, 106, 6],
])(
  'counts confirmations of block %d at head %d as %d',
  (block, head, times) => {
    expect(countConfirmations(block, head)).toBe(times)
  },
)
