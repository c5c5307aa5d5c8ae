import { expect, test } from 'vitest'
import { largestCoveredStake } from './exposure.ts'

const LIMITS = { ofPlayer: 2, ofAll: 50 }
const standing = {
  bankroll: 90_000,
  free: 80_000,
  pending: { ofPlayer: 0, ofAll: 0 },
}

test.each([
  ['a player’s share', standing, 1_800],
  ['what is left of it', { pending: { ofPlayer: 1_500, ofAll: 1_500 } }, 300],
  ['what all have left', { pending: { ofPlayer: 0, ofAll: 44_900 } }, 100],
  ['what is free', { free: 50 }, 50],
  ['nothing', { free: -5 }, 0],
])('the largest stake at even odds is %s', (_what, change, stake) => {
  const now = { ...standing, ...change }
  expect(largestCoveredStake(100, now, LIMITS)).toBe(stake)
})

test('a favourite takes more stake for the same gain', () => {
  expect(largestCoveredStake(-200, standing, LIMITS)).toBe(3_601)
})
