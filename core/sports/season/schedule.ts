import { assert } from '../../assert.ts'
import { DAY_MS, MINUTE_MS } from '../../durations.ts'
import { CONFERENCES, TEAMS } from '../nba-teams.ts'
import {
  createRandom,
  type Random,
  type SeasonSeed,
  shuffle,
} from './random.ts'

/** Days of the season; the last ones may have no games. */
const DAYS = 174
const GAMES_A_DAY = 13
/** Slots for starts: every half hour, over twelve hours of a day. */
const START_EVERY_MS = 30 * MINUTE_MS
const STARTS_A_DAY = 24

export type ScheduledGame = Matchup & {
  /** From 0, in the order of starts. */
  number: number
  /** In ms since the start of the season. */
  startsAt: number
}

/** Length of a season, after which every game is over, in ms. */
export const SEASON_MS = (DAYS + 1) * DAY_MS

/** Schedules all 1230 games: no team plays twice on a day or on three consecutive days. */
export function schedule(season: SeasonSeed): ScheduledGame[] {
  const random = createRandom(season, 'schedule', 0)
  const calendar = new Calendar()
  const games = shuffle(matchups(), random).map((matchup) => {
    const day = calendar.place(matchup, random)
    const start = (1 + random.below(STARTS_A_DAY)) * START_EVERY_MS
    return { ...matchup, startsAt: day * DAY_MS + start }
  })
  games.sort((one, other) => one.startsAt - other.startsAt)
  return games.map((game, number) => ({ ...game, number }))
}

/** Tracks which teams play on which days. */
class Calendar {
  readonly #days = Array.from({ length: DAYS }, () => new Set<number>())
  readonly #played = TEAMS.map(() => new Set<number>())

  /** Draws and reserves a day for a game. */
  place(matchup: Matchup, random: Random): number {
    const free = this.#daysFree(matchup)
    const rested = free.filter((day) => this.#isRested(matchup, day))
    const days = rested.length > 0 ? rested : free
    const day = days[random.below(Math.max(1, days.length))]
    assert(day !== undefined, 'a season has more days than a team plays on')
    for (const team of [matchup.home, matchup.away]) {
      this.#days[day]?.add(team)
      this.#played[team]?.add(day)
    }
    return day
  }

  #daysFree({ home, away }: Matchup): number[] {
    return [...this.#days.keys()].filter((day) => {
      const teams = this.#days[day]
      const isFull = !teams || teams.size >= 2 * GAMES_A_DAY
      return !isFull && !teams.has(home) && !teams.has(away)
    })
  }

  #isRested({ home, away }: Matchup, day: number): boolean {
    return [home, away].every((team) => {
      const played = (offset: number) => this.#played[team]?.has(day + offset)
      const isMiddle = played(-1) && played(1)
      const isEnd = (played(-1) && played(-2)) || (played(1) && played(2))
      return !isMiddle && !isEnd
    })
  }
}

/** Game of two teams, by their indexes. */
type Matchup = { home: number; away: number }

const DIVISIONS = 3
const TEAMS_A_DIVISION = 5
const TEAMS_A_CONFERENCE = DIVISIONS * TEAMS_A_DIVISION

/**
 * Lists all 1230 games, 82 per team with 41 at home: four against each team of
 * the division, three or four against the rest of the conference, and two
 * against each team of the other conference.
 */
function matchups(): Matchup[] {
  const games: Matchup[] = []
  const count = TEAMS_A_CONFERENCE * CONFERENCES.length
  for (let one = 0; one < count; one += 1) {
    for (let other = one + 1; other < count; other += 1) {
      const { home, away } = listGames(one, other)
      push(games, { home: one, away: other }, home)
      push(games, { home: other, away: one }, away)
    }
  }
  return games
}

function push(games: Matchup[], matchup: Matchup, times: number): void {
  for (let time = 0; time < times; time += 1) games.push(matchup)
}

/** Returns the number of home and away games of the first of two teams. */
function listGames(one: number, other: number) {
  const a = getPlace(one)
  const b = getPlace(other)
  if (a.conference !== b.conference) return { home: 1, away: 1 }
  if (a.division === b.division) return { home: 2, away: 2 }
  return homesByRotation(
    (b.rank - a.rank + TEAMS_A_DIVISION) % TEAMS_A_DIVISION,
  )
}

/**
 * Gives each team two opponents in another division that it meets three times:
 * twice at home against the one of its own rank, once against the next.
 */
function homesByRotation(distance: number) {
  if (distance === 0) return { home: 2, away: 1 }
  if (distance === 1) return { home: 1, away: 2 }
  return { home: 2, away: 2 }
}

function getPlace(team: number) {
  return {
    conference: Math.floor(team / TEAMS_A_CONFERENCE),
    division: Math.floor(team / TEAMS_A_DIVISION),
    rank: team % TEAMS_A_DIVISION,
  }
}
