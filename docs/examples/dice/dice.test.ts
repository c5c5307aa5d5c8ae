import { describe, expect, test } from 'vitest'
import { WORD_RANGE } from '#core/fairness/draws.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { playRound } from '#core/fairness/round.ts'
import { coins } from '#core/money/coins.ts'
import { dice } from './dice.ts'

const bet = { betAmount: coins(10), below: 50 }
const drawing =
  (...draws: number[]) =>
  (index: number) =>
    draws[index] ?? 0
const rolling = (roll: number) => Math.ceil((roll * WORD_RANGE) / 100)

describe('dice', () => {
  test.each([
    [49, 19.8],
    [50, 0],
  ])('a roll of %i below 50 is worth %d for 10 coins', (roll, worth) => {
    const { outcome } = dice.start(bet, drawing(rolling(roll), WORD_RANGE - 1))
    expect(outcome).toEqual({ roll, payout: Math.floor(worth) })
  })

  test('returns 99 hundredths at every choice', () => {
    for (let below = 1; below <= 98; below += 1) {
      const stake = coins(below * 100)
      const wins = Array.from({ length: 100 }, (_, roll) => {
        const placed = { betAmount: stake, below }
        return dice.start(placed, drawing(rolling(roll))).outcome.payout
      })
      const paid = wins.reduce((sum, payout) => sum + payout, 0)
      expect(paid * 100).toBe(99 * stake * 100)
    }
  })

  test('can be played, and played again to the same end', () => {
    const seeds = { serverSeed: '5e'.repeat(32), clientSeed: 'a', nonce: 0 }
    const round = playRound(nobleHashes, { game: dice, bet }, seeds)
    expect(playRound(nobleHashes, { game: dice, bet }, seeds)).toEqual(round)
    expect(round.draws.length).toBeGreaterThan(0)
  })
})
