import type { SportsGame } from '#core/api/sports.ts'

/** Why a game takes no bets now; undefined while it does. */
export type Closed = 'starting' | 'stale' | 'unpriced'

export function closedBecause(game: SportsGame): Closed | undefined {
  // Its start has come by the clock, but the feed does not call it live yet.
  if (game.live && !game.scores) return 'starting'
  if (game.bookmakers.length === 0) return 'unpriced'
  return game.stale ? 'stale' : undefined
}

export const closedText: Record<Closed, string> = {
  starting: 'About to start. Betting reopens when the game is live.',
  stale: 'These odds are out of date. Betting reopens with the next update.',
  unpriced: 'No odds right now.',
}

export function teamsText({
  away_team,
  home_team,
}: Pick<SportsGame, 'away_team' | 'home_team'>): string {
  return `${away_team} at ${home_team}`
}
