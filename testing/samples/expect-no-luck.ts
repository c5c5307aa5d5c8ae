import { expect } from 'vitest'
import type { Luck } from '#core/returns/luck.ts'

/** Claims that the lucks of all ends, by their chances, average to none. */
export function expectNoLuck(
  ends: readonly { luck: Luck; chance: number }[],
): void {
  const average = (of: (coins: number) => number) =>
    ends.reduce((sum, { luck, chance }) => sum + chance * of(luck.coins), 0)
  expect(average((coins) => coins)).toBeCloseTo(0, 9)
  const variance = average((coins) => coins ** 2)
  for (const { luck } of ends) {
    expect(luck.variance).toBeCloseTo(variance, 6)
    expect(Math.abs(luck.coins)).toBeLessThanOrEqual(luck.largest + 1e-9)
  }
}
