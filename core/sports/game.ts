/** The one sport that bets are taken on, by its key in feeds. */
export const SPORT_KEY = 'basketball_nba'

/** What bets on games are called in transactions, records and pauses. */
export const SPORTS_GAME_TYPE = 'Sports Bet'

/** Who wins; who wins with points added; how many points there are in all. */
export const MARKETS = ['h2h', 'spreads', 'totals'] as const
export type MarketKey = (typeof MARKETS)[number]

/** The outcomes of a total; those of other markets are the teams' names. */
export const OVER = 'Over'
export const UNDER = 'Under'

export type PricedOutcome = {
  name: string
  /** American odds. */
  price: number
  /** Points added to the team, or the total to pass; none in `h2h`. */
  point?: number
}

export type Market = { key: MarketKey; outcomes: PricedOutcome[] }

export type Bookmaker = {
  key: string
  title: string
  /** When the feed last saw these prices, epoch milliseconds. */
  updatedAtMs: number
  markets: Market[]
}

export type Score = { home: number; away: number }

/** Final and cancelled games are over. */
export type GameStatus = 'scheduled' | 'live' | 'final' | 'cancelled'

/** By the league's names. */
export type Teams = { homeTeam: string; awayTeam: string }

/** What a feed says of a game; what it does not say now is left out. */
export type FeedGame = Teams & {
  id: string
  /** Epoch milliseconds. */
  startsAtMs: number
  status?: GameStatus
  score?: Score
  bookmakers?: Bookmaker[]
}

/** What a bet is on. */
export type Selection = {
  market: MarketKey
  /** A team's name, or 'Over' or 'Under'. */
  name: string
  point: number | null
}

/** In words, as on a betting slip: 'Over 224.5', 'Boston Celtics -3.5'. */
export function labelOf({ market, name, point }: Selection): string {
  if (point === null) return name
  const isHandicap = market === 'spreads' && point >= 0
  return `${name} ${isHandicap ? '+' : ''}${point}`
}
