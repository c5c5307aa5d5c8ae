import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_COINS } from '../money/coins.ts'
import { WEI_PER_UNIT } from './asset.ts'
import { depositCoins, depositValue } from './deposit-coins.ts'
import { weiOf } from './units.ts'

const NATIVE = { minimumWei: weiOf('0.01') ?? 0n, coinsPerUnit: 100_000 }
const wei = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const rate = fc.integer({ min: 1, max: 1_000_000_000 })

describe('a deposit of the coin', () => {
  test.each([
    ['0.01', 1_000],
    ['1', 100_000],
    ['0.0123456', 1_234],
    ['0.010009999999999999', 1_000],
  ])('of %s brings %d coins', (units, coins) => {
    const value = depositValue(weiOf(units) ?? 0n, NATIVE)
    expect(value).toEqual({ kind: 'credit', coins })
  })

  test('one wei below the minimum brings nothing', () => {
    const value = depositValue(NATIVE.minimumWei - 1n, NATIVE)
    expect(value).toEqual({ kind: 'below_minimum' })
  })

  test('can be as large as a balance, and not a coin larger', () => {
    const terms = { minimumWei: 0n, coinsPerUnit: 1 }
    const most = BigInt(MAX_COINS) * WEI_PER_UNIT
    expect(depositValue(most, terms)).toEqual({
      kind: 'credit',
      coins: MAX_COINS,
    })
    expect(depositValue(most + WEI_PER_UNIT - 1n, terms).kind).toBe('credit')
    expect(depositValue(most + WEI_PER_UNIT, terms).kind).toBe('too_large')
  })
})

test('coins are worth at most the amount, by less than one coin', () => {
  fc.assert(
    fc.property(wei, rate, (amountWei, coinsPerUnit) => {
      const worth = depositCoins(amountWei, coinsPerUnit) * WEI_PER_UNIT
      const short = amountWei * BigInt(coinsPerUnit) - worth
      expect(short >= 0n && short < WEI_PER_UNIT).toBe(true)
    }),
  )
})

test('splitting a payment never brings more', () => {
  fc.assert(
    fc.property(wei, wei, rate, (a, b, coinsPerUnit) => {
      const apart =
        depositCoins(a, coinsPerUnit) + depositCoins(b, coinsPerUnit)
      expect(apart <= depositCoins(a + b, coinsPerUnit)).toBe(true)
    }),
  )
})
