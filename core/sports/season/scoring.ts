import type { Random } from './random.ts'

/** Points of a possession of an average team. */
const POINTS = [
  { points: 3, probability: 0.125 },
  { points: 2, probability: 0.35 },
  { points: 1, probability: 0.045 },
]
/** Mean points per possession of an average team. */
const AVERAGE = 1.12
/** Home advantage, in points per possession. */
const AT_HOME = 0.012
/** Standard deviation of teams' strengths, in points per possession. */
const STRENGTH_SPREAD = 0.065

/** Distribution of a team's points per possession. */
export type Scoring = { factor: number; mean: number; variance: number }

/** Draws a team's strength for the season, in points per possession above average. */
export function drawStrength(random: Random): number {
  // The sum of three uniform draws approximates a normal distribution.
  const sum = random.fraction() + random.fraction() + random.fraction()
  return ((sum - 1.5) / 0.5) * STRENGTH_SPREAD
}

/** Returns the scoring of home and away team against each other. */
export function getScoring({ home, away }: { home: number; away: number }) {
  const edge = (home - away) / 2 + AT_HOME
  return { home: scoringFor(AVERAGE + edge), away: scoringFor(AVERAGE - edge) }
}

/** Draws the points of one possession. */
export function drawPossessionPoints(
  { factor }: Scoring,
  random: Random,
): number {
  let rest = random.fraction()
  for (const { points, probability } of POINTS) {
    rest -= probability * factor
    if (rest < 0) return points
  }
  return 0
}

function scoringFor(target: number): Scoring {
  const moment = (power: number) =>
    POINTS.reduce(
      (sum, { points, probability }) => sum + probability * points ** power,
      0,
    )
  const factor = target / moment(1)
  const mean = factor * moment(1)
  return { factor, mean, variance: factor * moment(2) - mean * mean }
}
