/** A normal distribution; its variance is above 0. */
export type Normal = { mean: number; variance: number }

/** The chance of more than a value, to within 1.5e-7. */
export function chanceAbove({ mean, variance }: Normal, value: number): number {
  const distance = (value - mean) / Math.sqrt(2 * variance)
  const above = errorFunctionComplement(Math.abs(distance)) / 2
  return distance < 0 ? 1 - above : above
}

/** Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26; from 0 on. */
function errorFunctionComplement(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const polynomial =
    t *
    (0.254829592 +
      t *
        (-0.284496736 +
          t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return polynomial * Math.exp(-x * x)
}
