import { OVER, type Score, type Selection, type Teams } from './game.ts'

/** What comes of a bet; a void one gets its stake back. */
export type Grade = 'won' | 'lost' | 'void'

/**
 * Grades a bet by the final score, overtime included. A tie with the line, or
 * of the teams themselves, is void.
 */
export function gradeOf(
  selection: Selection,
  teams: Teams,
  score: Score,
): Grade {
  const lead = leadOf(selection, teams, score)
  if (lead === 0) return 'void'
  return lead > 0 ? 'won' : 'lost'
}

/** Points by which the bet is ahead of its line. */
function leadOf(
  selection: Selection,
  { homeTeam }: Teams,
  { home, away }: Score,
) {
  const { market, name, point } = selection
  if (market === 'totals') {
    const above = home + away - (point ?? 0)
    return name === OVER ? above : -above
  }
  const margin = name === homeTeam ? home - away : away - home
  return margin + (point ?? 0)
}
