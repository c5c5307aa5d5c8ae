import type { SportsSource } from '#core/api/sports.ts'
import type { FeedGame, Teams } from '#core/sports/game.ts'
import { findTeam } from '#core/sports/nba-teams.ts'
import { START_WITHIN_MS } from '#core/sports/terms.ts'
import type { GameRow, HeldFor } from '../sports.table.ts'

type Origin = { source: SportsSource; askedAtMs: number }

/** Points of the largest basket; a score that falls by more is a contradiction. */
const CORRECTION_MAX = 3

/**
 * Applies a feed's report to a stored game. A live game stays live until it has
 * a result, and a result changes only to another final score. Operators'
 * decisions override feeds. A game that the feed contradicts awaits an
 * operator's decision.
 */
export function updatedGame(
  known: GameRow | undefined,
  reported: FeedGame,
  origin: Origin,
): GameRow {
  const row = known ?? newGame(reported, origin)
  if (row.heldFor || row.decidedBy === 'operator') return row
  const game = alignSides(row, reported)
  const heldFor = game ? contradiction(row, game, origin) : 'other_teams'
  if (!game || heldFor) return { ...row, heldFor, bookmakers: [] }
  if (row.resultVersion > 0) return withLateScore(row, game)
  const priced = withPrices(row, game, origin)
  const { status, score } = game
  if (status === 'cancelled' || (status === 'final' && score)) {
    return withResult(priced, game)
  }
  const isLive = row.status === 'live' || status === 'live'
  return {
    ...priced,
    status: isLive ? 'live' : 'scheduled',
    ...(score && { homeScore: score.home, awayScore: score.away }),
    // Only a game that has not begun can be postponed.
    ...(!isLive && { commenceTime: new Date(game.startsAtMs) }),
  }
}

/** Compares teams and start, since feeds sometimes change a game's id. */
export function isSameGame(row: GameRow, game: FeedGame, withinMs: number) {
  const movedMs = Math.abs(game.startsAtMs - row.commenceTime.getTime())
  return alignSides(row, game) !== undefined && movedMs <= withinMs
}

/** Swaps the sides if needed: feeds swap them on neutral courts. */
function alignSides(row: Teams, game: FeedGame): FeedGame | undefined {
  const { homeTeam, awayTeam } = row
  const [home, away] = [findTeam(game.homeTeam), findTeam(game.awayTeam)]
  if (home === findTeam(homeTeam) && away === findTeam(awayTeam)) return game
  const isSwapped = home === findTeam(awayTeam) && away === findTeam(homeTeam)
  if (!isSwapped) return undefined
  const { score } = game
  const turned = score && { score: { home: score.away, away: score.home } }
  return { ...game, homeTeam, awayTeam, ...turned }
}

function contradiction(
  row: GameRow,
  { startsAtMs, status = 'scheduled', score }: FeedGame,
  { source, askedAtMs }: Origin,
): HeldFor {
  const movedMs = Math.abs(startsAtMs - row.commenceTime.getTime())
  const hasBegun = status === 'live' || status === 'final'
  // A simulated season's starts move when its speed is changed.
  const isOtherDay = source !== 'simulated' && movedMs > START_WITHIN_MS
  if (hasBegun && isOtherDay) return 'other_start'
  if (status === 'final' && askedAtMs < startsAtMs) return 'early_result'
  if (!score) return null
  const { homeScore, awayScore } = row
  const fell = Math.max(
    (homeScore ?? 0) - score.home,
    (awayScore ?? 0) - score.away,
  )
  return fell > CORRECTION_MAX ? 'lower_score' : null
}

function newGame(game: FeedGame, { source, askedAtMs }: Origin): GameRow {
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
    heldFor: null,
  }
}

function withPrices(
  row: GameRow,
  { bookmakers }: FeedGame,
  { askedAtMs }: Origin,
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

/** Applies a score that the league corrected. */
function withLateScore(row: GameRow, game: FeedGame): GameRow {
  const isFinal = row.status === 'final' && game.status === 'final'
  if (!isFinal || !game.score) return row
  const { home, away } = game.score
  if (home === row.homeScore && away === row.awayScore) return row
  return withResult(row, game)
}
