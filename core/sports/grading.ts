import { OVER, type Score, type Selection, type Teams } from './game.ts'
import { findTeam } from './nba-teams.ts'

/** Result of a bet; a void one returns its stake. */
export type Grade = 'won' | 'lost' | 'void'

/**
 * Grades a bet by the final score, including overtime. Void if the score equals
 * the line, if the teams tie, or if the team is not in the game.
 */
export function gradeSelection(
  selection: Selection,
  teams: Teams,
  score: Score,
): Grade {
  const lead = getLead(selection, teams, score)
  if (lead === 0) return 'void'
  return lead > 0 ? 'won' : 'lost'
}

/** Returns the points by which the bet is ahead of its line. */
function getLead(
  { market, name, point }: Selection,
  { homeTeam, awayTeam }: Teams,
  { home, away }: Score,
) {
  if (market === 'totals') {
    const above = home + away - (point ?? 0)
    return name === OVER ? above : -above
  }
  const team = findTeam(name)
  if (team === findTeam(homeTeam)) return home - away + (point ?? 0)
  if (team === findTeam(awayTeam)) return away - home + (point ?? 0)
  return 0
}
