import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { OperatorSportsGame } from '#core/api/operator/sports.ts'
import type { SportsBetStatus, SportsSource } from '#core/api/sports.ts'
import type { Bookmaker, GameStatus, MarketKey } from '#core/sports/game.ts'
import { bytes } from '../../platform/db/columns.ts'

const time = () => timestamp({ withTimezone: true })

/** Contradictions between the feed and a stored game. */
export type HeldFor = OperatorSportsGame['heldFor']

/** Games as reported by feeds, with their last prices. */
export const sportsGames = pgTable(
  'sports_games',
  {
    /** The feed's id. */
    id: text().primaryKey(),
    source: text().$type<SportsSource>().notNull(),
    homeTeam: text().notNull(),
    awayTeam: text().notNull(),
    commenceTime: time().notNull(),
    status: text().$type<GameStatus>().notNull(),
    homeScore: integer(),
    awayScore: integer(),
    bookmakers: jsonb().$type<Bookmaker[]>().notNull(),
    /** Time of the request for these prices. */
    pricesAt: time().notNull(),
    /** Number of results: 0 without one, above 1 after corrections. */
    resultVersion: integer().notNull().default(0),
    /** Result that all its bets are settled by. */
    settledVersion: integer().notNull().default(0),
    decidedBy: text().$type<OperatorSportsGame['decidedBy']>(),
    /** Set until an operator decides; no bet on the game is settled meanwhile. */
    heldFor: text().$type<HeldFor>(),
  },
  (table) => [
    index('sports_games_result').on(table.resultVersion, table.commenceTime),
  ],
)

/** Operators' decisions. Append-only. */
export const sportsDecisions = pgTable(
  'sports_decisions',
  {
    id: uuid().primaryKey(),
    gameId: text().notNull(),
    decidedAt: time().notNull(),
    /** Final score; null for a void game. */
    homeScore: integer(),
    awayScore: integer(),
    reason: text().notNull(),
    /** Operator and machine. */
    decidedBy: text().notNull(),
  },
  (table) => [index('sports_decisions_of_game').on(table.gameId)],
)

/** Sums of won and lost bets by game. */
export const sportsTotals = pgTable('sports_totals', {
  gameId: text().primaryKey(),
  /** Version of the counted result. */
  version: integer().notNull(),
  bets: integer().notNull(),
  hits: integer().notNull(),
  staked: bigint({ mode: 'number' }).notNull(),
  paid: bigint({ mode: 'number' }).notNull(),
})

/** Reasons for a final refund, whatever the score. */
export type ClosedFor = 'price_moved' | 'not_confirmed' | 'not_played'

/** Bets and their terms; their coins are in `stakes`. */
export const sportsBets = pgTable(
  'sports_bets',
  {
    /** Also the id of its stake and of its `bet` transaction. */
    id: uuid().primaryKey(),
    userId: uuid().notNull(),
    gameId: text().notNull(),
    /** Name of the outcome: a team, 'Over' or 'Under'. */
    teamName: text().notNull(),
    betAmount: bigint({ mode: 'number' }).notNull(),
    odds: integer().notNull(),
    status: text().$type<SportsBetStatus>().notNull().default('pending'),
    payout: bigint({ mode: 'number' }),
    placedAt: time().notNull(),
    settledAt: time(),
    /** For bets in crypto, which are not accepted: always null. */
    txHash: text(),
    cryptoAmount: numeric(),
    cryptoType: text(),
    market: text().$type<MarketKey>().notNull(),
    point: doublePrecision(),
    bookmaker: text().notNull(),
    /** Time of the accepted price. */
    pricedAt: time().notNull(),
    /** Scheduled start of the game when the bet was placed. */
    commenceTime: time().notNull(),
    isLive: boolean().notNull(),
    /** Time of the prices that confirmed it; bets before the game need none. */
    confirmedAt: time(),
    closedFor: text().$type<ClosedFor>(),
    /** Result that it was graded by; 0 before. */
    gradedVersion: integer().notNull().default(0),
    homeScore: integer(),
    awayScore: integer(),
  },
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
export const sportsSeasons = pgTable('sports_seasons', {
  /** From 1. */
  number: integer().primaryKey(),
  sealedSeed: bytes().notNull(),
  /** SHA-256 of the seed's text, published from the start. */
  seedHash: text().notNull(),
  startedAt: time().notNull(),
  /** Start of the current speed, by the clock and in ms of the season. */
  anchoredAt: time().notNull(),
  anchorElapsed: bigint({ mode: 'number' }).notNull(),
  /** Hours of the season per hour. */
  speed: integer().notNull(),
  endedAt: time(),
})
