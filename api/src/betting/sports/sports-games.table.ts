import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SportsSource } from '#core/api/sports.ts'
import type { Bookmaker, GameStatus } from '#core/sports/game.ts'

const time = () => timestamp({ withTimezone: true })

/** Contradictions between the feed and a stored game. */
export type HeldFor =
  | 'other_teams'
  | 'other_start'
  | 'early_result'
  | 'lower_score'

/** Games as feeds have told of them, with the last prices they gave. */
export const sportsGames = pgTable(
  'sports_games',
  {
    /** The feed's. */
    id: text().primaryKey(),
    source: text().$type<SportsSource>().notNull(),
    homeTeam: text().notNull(),
    awayTeam: text().notNull(),
    commenceTime: time().notNull(),
    status: text().$type<GameStatus>().notNull(),
    homeScore: integer(),
    awayScore: integer(),
    bookmakers: jsonb().$type<Bookmaker[]>().notNull(),
    /** When the feed was asked for these prices. */
    pricesAt: time().notNull(),
    /** Counts results: 0 while there is none, more than 1 after a correction. */
    resultVersion: integer().notNull().default(0),
    /** The version that all its bets are settled by. */
    settledVersion: integer().notNull().default(0),
    decidedBy: text().$type<'feed' | 'operator'>(),
    /** Set until an operator decides; no bet on the game is settled meanwhile. */
    heldFor: text().$type<HeldFor>(),
  },
  (table) => [
    index('sports_games_result').on(table.resultVersion, table.commenceTime),
  ],
)

/** What operators decided about games. Append-only. */
export const sportsDecisions = pgTable(
  'sports_decisions',
  {
    id: uuid().primaryKey(),
    gameId: text().notNull(),
    decidedAt: time().notNull(),
    /** The final score, or null where the game is void. */
    homeScore: integer(),
    awayScore: integer(),
    reason: text().notNull(),
    /** Who asked for it, and on which machine. */
    decidedBy: text().notNull(),
  },
  (table) => [index('sports_decisions_of_game').on(table.gameId)],
)

/** Won and lost bets on games, by the result that settled them; of use to operators. */
export const sportsTotals = pgTable('sports_totals', {
  gameId: text().primaryKey(),
  /** Of the game's result. */
  version: integer().notNull(),
  bets: integer().notNull(),
  hits: integer().notNull(),
  staked: bigint({ mode: 'number' }).notNull(),
  paid: bigint({ mode: 'number' }).notNull(),
})
