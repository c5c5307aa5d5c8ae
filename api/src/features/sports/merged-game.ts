import type { SportsSource } from '#core/schemas/sports.ts'
import type { FeedGame } from '#core/sports/game.ts'
import type { GameRow } from './sports-games.store.ts'

type Told = { source: SportsSource; askedAtMs: number }

/**
 * A game as it stands after what a feed told of it. A game that was live stays
 * so until it has a result, and a result changes only to another final score:
 * an operator's word stands against any feed.
 */
export function mergedGame(
  known: GameRow | undefined,
  game: FeedGame,
  told: Told,
): GameRow {
  const row = known ?? newGame(game, told)
  if (row.resultVersion > 0) return withLateScore(row, game)
  const priced = withPrices(row, game, told)
  const { status, score } = game
  if (status === 'cancelled' || (status === 'final' && score)) {
    return withResult(priced, game)
  }
  const isLive = row.status === 'live' || status === 'live'
  return {
    ...priced,
    status: isLive ? 'live' : 'scheduled',
    ...(score && { homeScore: score.home, awayScore: score.away }),
    // Only a game that has not begun can be put off.
    ...(!isLive && { commenceTime: new Date(game.startsAtMs) }),
  }
}

function newGame(game: FeedGame, { source, askedAtMs }: Told): GameRow {
  return {
    id: game.id,
    source,
    homeTeam: game.homeTeam,
    awayTeam: game.awayTeam,
    commenceTime: new Date(game.startsAtMs),
    status: 'scheduled',
    homeScore: null,
    awayScore: null,
    bookmakers: [],
    pricesAt: new Date(askedAtMs),
    resultVersion: 0,
    settledVersion: 0,
    decidedBy: null,
  }
}

function withPrices(
  row: GameRow,
  { bookmakers }: FeedGame,
  { askedAtMs }: Told,
): GameRow {
  return bookmakers
    ? { ...row, bookmakers, pricesAt: new Date(askedAtMs) }
    : row
}

function withResult(row: GameRow, { status, score }: FeedGame): GameRow {
  return {
    ...row,
    status: status === 'cancelled' ? 'cancelled' : 'final',
    homeScore: score?.home ?? null,
    awayScore: score?.away ?? null,
    bookmakers: [],
    resultVersion: row.resultVersion + 1,
    decidedBy: 'feed',
  }
}

/** Leagues correct scores now and then. */
function withLateScore(row: GameRow, game: FeedGame): GameRow {
  const isFinal = row.status === 'final' && game.status === 'final'
  if (!isFinal || !game.score || row.decidedBy === 'operator') return row
  const { home, away } = game.score
  if (home === row.homeScore && away === row.awayScore) return row
  return withResult(row, game)
}
