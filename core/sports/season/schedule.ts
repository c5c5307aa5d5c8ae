import { assert } from '../../assert.ts'
import { TEAMS } from '../nba-teams.ts'
import { type Chance, chanceOf, type SeasonSeed, shuffled } from './chance.ts'
import { type Matchup, matchups } from './matchups.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Days with games; the last ones may be empty. */
const DAYS = 174
const GAMES_A_DAY = 13
/** Games start on the half hour, over twelve hours of a day. */
const START_EVERY_MS = 30 * MINUTE_MS
const STARTS_A_DAY = 24

export type ScheduledGame = Matchup & {
  /** From 0, in the order of their starts. */
  number: number
  /** Since the season's start, in ms. */
  startsAt: number
}

/** After so long every game of a season is over, in ms. */
export const SEASON_MS = (DAYS + 1) * DAY_MS

/** All 1230 games: no team twice on a day, nor on three days running. */
export function schedule(season: SeasonSeed): ScheduledGame[] {
  const chance = chanceOf(season, 'schedule', 0)
  const calendar = new Calendar()
  const games = shuffled(matchups(), chance).map((matchup) => {
    const day = calendar.place(matchup, chance)
    const start = (1 + chance.below(STARTS_A_DAY)) * START_EVERY_MS
    return { ...matchup, startsAt: day * DAY_MS + start }
  })
  games.sort((one, other) => one.startsAt - other.startsAt)
  return games.map((game, number) => ({ ...game, number }))
}

/** Which teams play on which days. */
class Calendar {
  readonly #days = Array.from({ length: DAYS }, () => new Set<number>())
  readonly #played = TEAMS.map(() => new Set<number>())

  /** @returns the day that was drawn for a game, now taken. */
  place(matchup: Matchup, chance: Chance): number {
    const free = this.#daysFree(matchup)
    const rested = free.filter((day) => this.#isRested(matchup, day))
    const days = rested.length > 0 ? rested : free
    const day = days[chance.below(Math.max(1, days.length))]
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
