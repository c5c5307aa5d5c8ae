import { CONFERENCES } from '../nba-teams.ts'

/** A game to be played, by its teams' numbers. */
export type Matchup = { home: number; away: number }

const DIVISIONS = 3
const TEAMS_A_DIVISION = 5
const TEAMS_A_CONFERENCE = DIVISIONS * TEAMS_A_DIVISION

/**
 * Who plays whom, and where: 1230 games, 82 a team, 41 of them at home. Four
 * against each team of the division, three or four against the rest of the
 * conference, two against each team of the other one.
 */
export function matchups(): Matchup[] {
  const games: Matchup[] = []
  const count = TEAMS_A_CONFERENCE * CONFERENCES.length
  for (let one = 0; one < count; one += 1) {
    for (let other = one + 1; other < count; other += 1) {
      const { home, away } = gamesBetween(one, other)
      push(games, { home: one, away: other }, home)
      push(games, { home: other, away: one }, away)
    }
  }
  return games
}

function push(games: Matchup[], matchup: Matchup, times: number): void {
  for (let time = 0; time < times; time += 1) games.push(matchup)
}

/** How often the first of two teams is at home, and how often away. */
function gamesBetween(one: number, other: number) {
  const a = placeOf(one)
  const b = placeOf(other)
  if (a.conference !== b.conference) return { home: 1, away: 1 }
  if (a.division === b.division) return { home: 2, away: 2 }
  return homesByRotation(
    (b.rank - a.rank + TEAMS_A_DIVISION) % TEAMS_A_DIVISION,
  )
}

/**
 * Between two divisions each team has two opponents that it meets three times:
 * twice at home against the one of its own place, once against the next.
 */
function homesByRotation(distance: number) {
  if (distance === 0) return { home: 2, away: 1 }
  if (distance === 1) return { home: 1, away: 2 }
  return { home: 2, away: 2 }
}

function placeOf(team: number) {
  return {
    conference: Math.floor(team / TEAMS_A_CONFERENCE),
    division: Math.floor(team / TEAMS_A_DIVISION),
    rank: team % TEAMS_A_DIVISION,
  }
}
