import { index, pgTable } from 'drizzle-orm/pg-core'
import type { OperatorSportsGame } from '#core/api/operator/sports.ts'
import type { SportsBetStatus, SportsSource } from '#core/api/sports.ts'
import type { Bookmaker, GameStatus, MarketKey } from '#core/sports/game.ts'
import { bytes, time, whole } from '../../platform/db/columns.ts'

/** Contradictions between the feed and a stored game. */
export type HeldFor = OperatorSportsGame['heldFor']

export const sportsGames = pgTable(
  'sports_games',
  (t) => ({
    id: t.text().primaryKey(),
    source: t.text().$type<SportsSource>().notNull(),
    homeTeam: t.text().notNull(),
    awayTeam: t.text().notNull(),
    commenceTime: time().notNull(),
    status: t.text().$type<GameStatus>().notNull(),
    homeScore: t.integer(),
    awayScore: t.integer(),
    bookmakers: t.jsonb().$type<Bookmaker[]>().notNull(),
    /** Time of the request for these prices. */
    pricesAt: time().notNull(),
    /** Number of results: 0 without one, above 1 after corrections. */
    resultVersion: t.integer().notNull().default(0),
    /** Result that all its bets are settled by. */
    settledVersion: t.integer().notNull().default(0),
    decidedBy: t.text().$type<OperatorSportsGame['decidedBy']>(),
    /** Set until an operator decides; no bet on the game is settled meanwhile. */
    heldFor: t.text().$type<HeldFor>(),
  }),
  (table) => [
    index('sports_games_result').on(table.resultVersion, table.commenceTime),
  ],
)

/** Operators' decisions. Append-only. */
export const sportsDecisions = pgTable(
  'sports_decisions',
  (t) => ({
    id: t.uuid().primaryKey(),
    gameId: t.text().notNull(),
    decidedAt: time().notNull(),
    /** Final score; null for a void game. */
    homeScore: t.integer(),
    awayScore: t.integer(),
    reason: t.text().notNull(),
    /** Operator and machine. */
    decidedBy: t.text().notNull(),
  }),
  (table) => [index('sports_decisions_of_game').on(table.gameId)],
)

/** Sums of won and lost bets by game. */
export const sportsTotals = pgTable('sports_totals', (t) => ({
  gameId: t.text().primaryKey(),
  /** Version of the counted result. */
  version: t.integer().notNull(),
  bets: t.integer().notNull(),
  hits: t.integer().notNull(),
  staked: whole().notNull(),
  paid: whole().notNull(),
}))

/** Reasons for a final refund, whatever the score. */
export type ClosedFor = 'price_moved' | 'not_confirmed' | 'not_played'

/** Bets and their terms; their coins are in `stakes`. */
export const sportsBets = pgTable(
  'sports_bets',
  (t) => ({
    /** Also the id of its stake and of its `bet` transaction. */
    id: t.uuid().primaryKey(),
    userId: t.uuid().notNull(),
    gameId: t.text().notNull(),
    /** Name of the outcome: a team, 'Over' or 'Under'. */
    teamName: t.text().notNull(),
    betAmount: whole().notNull(),
    odds: t.integer().notNull(),
    status: t.text().$type<SportsBetStatus>().notNull().default('pending'),
    payout: whole(),
    placedAt: time().notNull(),
    settledAt: time(),
    /** For bets in crypto, which are not accepted: always null. */
    txHash: t.text(),
    cryptoAmount: t.numeric(),
    cryptoType: t.text(),
    market: t.text().$type<MarketKey>().notNull(),
    point: t.doublePrecision(),
    bookmaker: t.text().notNull(),
    /** Time of the accepted price. */
    pricedAt: time().notNull(),
    /** Scheduled start of the game when the bet was placed. */
    commenceTime: time().notNull(),
    isLive: t.boolean().notNull(),
    /** Time of the prices that confirmed it; bets before the game need none. */
    confirmedAt: time(),
    closedFor: t.text().$type<ClosedFor>(),
    /** Result that it was graded by; 0 before. */
    gradedVersion: t.integer().notNull().default(0),
    homeScore: t.integer(),
    awayScore: t.integer(),
  }),
  (table) => [
    index('sports_bets_of_player').on(table.userId, table.placedAt),
    index('sports_bets_of_game').on(table.gameId, table.gradedVersion),
    index('sports_bets_status').on(table.status, table.commenceTime),
  ],
)

export type GameRow = typeof sportsGames.$inferSelect
export type BetRow = typeof sportsBets.$inferSelect
export type BetWithGame = { bet: BetRow; game: GameRow }

/** Simulated seasons; the last is the current one. */
export const sportsSeasons = pgTable('sports_seasons', (t) => ({
  /** From 1. */
  number: t.integer().primaryKey(),
  sealedSeed: bytes().notNull(),
  /** SHA-256 of the seed's text, published from the start. */
  seedHash: t.text().notNull(),
  startedAt: time().notNull(),
  /** Start of the current speed, by the clock and in ms of the season. */
  anchoredAt: time().notNull(),
  anchorElapsed: whole().notNull(),
  /** Hours of the season per hour. */
  speed: t.integer().notNull(),
  endedAt: time(),
}))
