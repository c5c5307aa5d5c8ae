/**
 * Actual payouts minus their expected value, summed over independent draws or
 * over draws that follow one another. For statistics, so floats.
 */
export type Deviation = {
  /** In coins; positive when players won more than expected. */
  coins: number
  /** Variance in square coins, or an upper bound of it. */
  variance: number
  /** The most that a single draw can contribute either way, in coins. */
  largest: number
}

/** Half width of the 99 % interval of a normal distribution, in standard deviations. */
const SIGMAS_OF_99_PERCENT = 2.575829
const SUSPECT_SIGMAS = 4
const SUSPECT_PROBABILITY = 1 / 1_000

/**
 * Checks a payout against its expected value, in coins. `band` is the half
 * width of the 99 % interval around `expected`.
 */
export function checkReturn(paid: number, deviation: Deviation) {
  return {
    expected: paid - deviation.coins,
    band: SIGMAS_OF_99_PERCENT * Math.sqrt(deviation.variance),
    sigmas: countSigmas(deviation),
    isCredible: isCredible(deviation),
  }
}

/** Returns a deviation in standard deviations. */
export function countSigmas({ coins, variance }: Deviation): number {
  return coins === 0 ? 0 : coins / Math.sqrt(variance)
}

/**
 * True if fair draws explain a deviation: it is below 4 standard deviations, or
 * the probability of one as large may exceed 1 in 1,000. The second rule keeps
 * a single large win among few rounds from failing the check.
 */
export function isCredible(deviation: Deviation): boolean {
  return (
    Math.abs(countSigmas(deviation)) < SUSPECT_SIGMAS ||
    tailBound(deviation) > SUSPECT_PROBABILITY
  )
}

/** Bounds the two-sided tail probability by Bennett's inequality (for martingales: Freedman). */
function tailBound({ coins, variance, largest }: Deviation): number {
  const ratio = (largest * Math.abs(coins)) / variance
  const height = (1 + ratio) * Math.log1p(ratio) - ratio
  return 2 * Math.exp((-variance / largest ** 2) * height)
}
