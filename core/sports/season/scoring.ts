import type { Chance } from './chance.ts'

/** Points of a possession of an average team. */
const POINTS = [
  { points: 3, chance: 0.125 },
  { points: 2, chance: 0.35 },
  { points: 1, chance: 0.045 },
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
export function drawStrength(chance: Chance): number {
  // The sum of three uniform draws approximates a normal distribution.
  const sum = chance.fraction() + chance.fraction() + chance.fraction()
  return ((sum - 1.5) / 0.5) * STRENGTH_SPREAD
}

/** Returns the scoring of home and away team against each other. */
export function getScoring(home: number, away: number) {
  const edge = (home - away) / 2 + AT_HOME
  return { home: scoringFor(AVERAGE + edge), away: scoringFor(AVERAGE - edge) }
}

/** Draws the points of one possession. */
export function possession({ factor }: Scoring, chance: Chance): number {
  let rest = chance.fraction()
  for (const { points, chance: share } of POINTS) {
    rest -= share * factor
    if (rest < 0) return points
  }
  return 0
}

function scoringFor(target: number): Scoring {
  const moment = (power: number) =>
    POINTS.reduce(
      (sum, { points, chance }) => sum + chance * points ** power,
      0,
    )
  const factor = target / moment(1)
  const mean = factor * moment(1)
  return { factor, mean, variance: factor * moment(2) - mean * mean }
}
