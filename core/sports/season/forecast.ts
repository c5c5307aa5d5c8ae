import type { Score } from '../game.ts'
import { OVERTIME, REGULAR } from './game-progress.ts'
import type { Scoring } from './scoring.ts'

/** Forecast of a game's final score from its current state. */
export type Forecast = {
  /** Expected values, in points. */
  margin: number
  total: number
  /** Probability that the home team wins by at least the given points. */
  marginAtLeast(points: number): number
  /** Probability of at least the given total points. */
  totalAtLeast(points: number): number
}

type Sides = { home: Scoring; away: Scoring }
type Counts = { home: number; away: number }

/**
 * Forecasts a game in regular time by the model that generates its progress. Sums
 * of many possessions are close to normal. Ties lead to overtimes.
 *
 * @param possessions possessions of both teams so far, the home team's first.
 */
export function createForecast(
  sides: Sides,
  { score, possessions }: { score: Score; possessions: number },
): Forecast {
  const left = {
    home: REGULAR / 2 - Math.ceil(possessions / 2),
    away: REGULAR / 2 - Math.floor(possessions / 2),
  }
  const margin = shift(forecastPoints(sides, left, -1), score.home - score.away)
  const total = shift(forecastPoints(sides, left, 1), score.home + score.away)
  const overtime = { home: OVERTIME / 2, away: OVERTIME / 2 }
  const extra = forecastPoints(sides, overtime, -1)
  const longer = addNormals(total, forecastPoints(sides, overtime, 1))
  const tie = exactly(margin, 0)
  return {
    margin: margin.mean,
    total: total.mean,
    marginAtLeast: (points) =>
      atLeastExcludingTie(margin, points) +
      (tie * atLeastExcludingTie(extra, points)) / (1 - exactly(extra, 0)),
    totalAtLeast: (points) =>
      (1 - tie) * atLeast(total, points) + tie * atLeast(longer, points),
  }
}

/** Returns the points in so many possessions: home plus, or minus, away. */
function forecastPoints(
  { home, away }: Sides,
  count: Counts,
  sign: 1 | -1,
): Normal {
  return {
    mean: count.home * home.mean + sign * count.away * away.mean,
    variance: count.home * home.variance + count.away * away.variance,
  }
}

function shift({ mean, variance }: Normal, by: number): Normal {
  return { mean: mean + by, variance }
}

function addNormals(one: Normal, other: Normal): Normal {
  return {
    mean: one.mean + other.mean,
    variance: one.variance + other.variance,
  }
}

/** Applies the continuity correction for whole points. */
function atLeast(normal: Normal, points: number): number {
  return chanceAbove(normal, points - 0.5)
}

function exactly(normal: Normal, points: number): number {
  return atLeast(normal, points) - atLeast(normal, points + 1)
}

/** Like {@link atLeast}, excluding a tie. */
function atLeastExcludingTie(normal: Normal, points: number): number {
  const tie = points <= 0 ? exactly(normal, 0) : 0
  return atLeast(normal, points) - tie
}

/** Normal distribution; the variance is above 0. */
type Normal = { mean: number; variance: number }

/** Returns the probability above a value, to within 1.5e-7. */
function chanceAbove({ mean, variance }: Normal, value: number): number {
  const distance = (value - mean) / Math.sqrt(2 * variance)
  const above = errorFunctionComplement(Math.abs(distance)) / 2
  return distance < 0 ? 1 - above : above
}

/** Approximates erfc for x from 0: Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26. */
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
