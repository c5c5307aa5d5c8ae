import { expect } from 'vitest'
import type { Deviation } from '#core/games/return-check.ts'

/** Expects a mean of 0 over all outcomes, and their stated variance. */
export function expectZeroMean(
  outcomes: readonly { deviation: Deviation; chance: number }[],
): void {
  const average = (of: (coins: number) => number) =>
    outcomes.reduce(
      (sum, { deviation, chance }) => sum + chance * of(deviation.coins),
      0,
    )
  expect(average((coins) => coins)).toBeCloseTo(0, 9)
  const variance = average((coins) => coins ** 2)
  for (const { deviation } of outcomes) {
    expect(deviation.variance).toBeCloseTo(variance, 6)
    expect(Math.abs(deviation.coins)).toBeLessThanOrEqual(
      deviation.largest + 1e-9,
    )
  }
}
