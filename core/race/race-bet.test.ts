import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WORD_RANGE } from '../fairness/draws.ts'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import { coins, MAX_COINS } from '../money/coins.ts'
import { raceBetExposure, raceBetPayout, raceBetStatus } from './race-bet.ts'

const seeds = {
  serverSeed: nobleHashes.sha256('a seed'),
  salt: nobleHashes.sha256('a block'),
}
const LARGEST_STAKE = 2_370_315_593_352_892

/** Returns the payout of a winning bet for a rounding draw. */
function settleBet(draw: number, amount: number) {
  const digest = draw.toString(16).padStart(8, '0').padEnd(64, 'f')
  const hashes = { ...nobleHashes, hmacSha256: () => digest }
  const bet = { ...seeds, amount: coins(amount), isWin: true, index: 0 }
  return raceBetPayout(hashes, bet)
}

describe('raceBetPayout', () => {
  test('is 0 for all other horses', () => {
    const lost = { ...seeds, amount: coins(10), isWin: false, index: 0 }
    expect(raceBetPayout(nobleHashes, lost)).toBe(0)
  })

  test('is 3.8 times the stake, without a draw if that is whole', () => {
    const hashes = {
      ...nobleHashes,
      hmacSha256: () => {
        throw new Error('asked for a draw')
      },
    }
    const paid = (amount: number) =>
      raceBetPayout(hashes, {
        ...seeds,
        amount: coins(amount),
        isWin: true,
        index: 0,
      })
    expect([5, 10, 100, 1_000].map(paid)).toEqual([19, 38, 380, 3_800])
    expect(() => paid(1)).toThrow('asked for a draw')
  })

  test('rounds 3.8 up for draws below 0.8, else down', () => {
    const lastUp = Math.floor(0.8 * WORD_RANGE)
    expect(settleBet(0, 1)).toBe(4)
    expect(settleBet(lastUp, 1)).toBe(4)
    expect(settleBet(lastUp + 1, 1)).toBe(3)
    expect(settleBet(WORD_RANGE - 1, 1)).toBe(3)
  })

  test('uses the first four bytes of the HMAC over salt:round:index', () => {
    for (const index of Array(40).keys()) {
      const message = `${seeds.salt}:round:${index}`
      const digest = nobleHashes.hmacSha256(seeds.serverSeed, message)
      const draw = Number.parseInt(digest.slice(0, 8), 16)
      const bet = { ...seeds, amount: coins(1), isWin: true, index }
      const expected = draw * 5 < 4 * WORD_RANGE ? 4 : 3
      expect(raceBetPayout(nobleHashes, bet)).toBe(expected)
    }
  })

  test('property: has an expectation of 3.8 times the stake, to within 2^-32 coins', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (amount) => {
        const whole = Math.floor((amount * 38) / 10)
        const fraction = ((amount * 38) % 10) / 10
        const upDraws = Math.ceil(fraction * WORD_RANGE)
        if (upDraws > 0) expect(settleBet(upDraws - 1, amount)).toBe(whole + 1)
        expect(settleBet(upDraws, amount)).toBe(whole)
      }),
    )
  })
})

describe('exposure', () => {
  test('of a bet is its win rounded up, and the profit', () => {
    expect(raceBetExposure(coins(1))).toEqual({ payout: 4, loss: 3 })
    expect(raceBetExposure(coins(10))).toEqual({ payout: 38, loss: 28 })
  })

  test('stays within the largest balance up to the largest stake', () => {
    const getPayout = (amount: number) => raceBetExposure(coins(amount)).payout
    expect(getPayout(LARGEST_STAKE)).toBeLessThanOrEqual(MAX_COINS)
    expect(getPayout(LARGEST_STAKE + 1)).toBeGreaterThan(MAX_COINS)
  })

  test('property: bounds the payout of every bet', () => {
    const amounts = fc.integer({ min: 1, max: 1_000 }).map(coins)
    fc.assert(
      fc.property(amounts, fc.nat(1_000), (amount, index) => {
        const bet = { ...seeds, amount, isWin: true, index }
        const most = raceBetExposure(amount).payout
        expect(raceBetPayout(nobleHashes, bet)).toBeLessThanOrEqual(most)
      }),
    )
  })
})

test('a bet is pending until its race is over, then won, lost or void', () => {
  const bet = { horseId: 2 } as const
  expect(raceBetStatus(bet, undefined)).toBe('pending')
  expect(raceBetStatus(bet, { winner: 2 })).toBe('won')
  expect(raceBetStatus(bet, { winner: 3 })).toBe('lost')
  expect(raceBetStatus(bet, { void: true })).toBe('void')
})
