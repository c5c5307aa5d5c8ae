/** Key of the only supported sport in feeds. */
export const SPORT_KEY = 'basketball_nba'

/** Name of sports bets in transactions, records and pauses. */
export const SPORTS_GAME_TYPE = 'Sports Bet'

/** Moneyline, point spread and total points, by their keys in feeds. */
export const MARKETS = ['h2h', 'spreads', 'totals'] as const
export type MarketKey = (typeof MARKETS)[number]

/** Outcomes of a total; other markets use the teams' names. */
export const OVER = 'Over'
export const UNDER = 'Under'

export type PricedOutcome = {
  name: string
  /** American odds. */
  price: number
  /** Handicap of the team, or the line of the total; absent in `h2h`. */
  point?: number
}

export type Market = { key: MarketKey; outcomes: PricedOutcome[] }

export type Bookmaker = {
  key: string
  title: string
  /** Time of these prices, in epoch milliseconds. */
  updatedAtMs: number
  markets: Market[]
}

export type Score = { home: number; away: number }

export const GAME_STATUSES = [
  'scheduled',
  'live',
  'final',
  'cancelled',
] as const
export type GameStatus = (typeof GAME_STATUSES)[number]

/** Teams by the league's names. */
export type Teams = { homeTeam: string; awayTeam: string }

/** Data of a game in a feed; fields that a response omits are absent. */
export type FeedGame = Teams & {
  id: string
  /** Epoch milliseconds. */
  startsAtMs: number
  status?: GameStatus
  score?: Score
  bookmakers?: Bookmaker[]
}

/** Selected outcome of a bet. */
export type Selection = {
  market: MarketKey
  /** A team's name, or 'Over' or 'Under'. */
  name: string
  point: number | null
}

/** Formats a selection as on a betting slip: 'Over 224.5', 'Boston Celtics -3.5'. */
export function formatSelection({ market, name, point }: Selection): string {
  if (point === null) return name
  const isHandicap = market === 'spreads' && point >= 0
  return `${name} ${isHandicap ? '+' : ''}${point}`
}
