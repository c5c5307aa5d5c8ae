import type { Chance } from './chance.ts'

/** How a possession ends for an average team. */
const POINTS = [
  { points: 3, chance: 0.125 },
  { points: 2, chance: 0.35 },
  { points: 1, chance: 0.045 },
]
/** Points a possession that an average team scores. */
const AVERAGE = 1.12
/** What playing at home adds, in points a possession. */
const AT_HOME = 0.012
/** The spread of teams' strengths, in points a possession. */
const STRENGTH_SPREAD = 0.065

/** What a team scores on a possession: its mean and variance, in points. */
export type Scoring = { factor: number; mean: number; variance: number }

/** Drawn once a season: how far above the average a team scores and defends. */
export function strengthOf(chance: Chance): number {
  // Three uniform draws come near enough to a bell curve.
  const sum = chance.fraction() + chance.fraction() + chance.fraction()
  return ((sum - 1.5) / 0.5) * STRENGTH_SPREAD
}

/** What the home team scores against the away team, and the reverse. */
export function scoringOf(home: number, away: number) {
  const edge = (home - away) / 2 + AT_HOME
  return { home: scoringAt(AVERAGE + edge), away: scoringAt(AVERAGE - edge) }
}

/** The points of one possession. */
export function possession({ factor }: Scoring, chance: Chance): number {
  let rest = chance.fraction()
  for (const { points, chance: share } of POINTS) {
    rest -= share * factor
    if (rest < 0) return points
  }
  return 0
}

function scoringAt(target: number): Scoring {
  const moment = (power: number) =>
    POINTS.reduce(
      (sum, { points, chance }) => sum + chance * points ** power,
      0,
    )
  const factor = target / moment(1)
  const mean = factor * moment(1)
  return { factor, mean, variance: factor * moment(2) - mean * mean }
}
