import type { SportsGame } from '#core/api/sports.ts'
import { formatGameDay } from '../../lib/format.ts'

/** What the list is narrowed to. */
export type Choice = {
  team: string
  /** As {@link daysOf} names them; empty for all. */
  day: string
}

export const EVERYTHING: Choice = { team: '', day: '' }
const LIVE = 'Live'

/** Live, where a game is, and the days that games begin on, in the order of the games. */
export function daysOf(games: readonly SportsGame[]): string[] {
  const days = games.map(({ commence_time }) => formatGameDay(commence_time))
  return [...(games.some(({ live }) => live) ? [LIVE] : []), ...new Set(days)]
}

export function chosenGames(
  games: readonly SportsGame[],
  { team, day }: Choice,
): SportsGame[] {
  const wanted = team.trim().toLowerCase()
  return games.filter((game) => {
    const { home_team, away_team, live, commence_time } = game
    const teams = `${home_team}\n${away_team}`.toLowerCase()
    const isOnDay = day === LIVE ? live : formatGameDay(commence_time) === day
    return teams.includes(wanted) && (day === '' || isOnDay)
  })
}
