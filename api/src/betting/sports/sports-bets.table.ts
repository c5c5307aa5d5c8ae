import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  numeric,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SportsBetStatus } from '#core/api/sports.ts'
import type { MarketKey } from '#core/sports/game.ts'

const time = () => timestamp({ withTimezone: true })

/** Why a stake came back for good, whatever the score. */
export type ClosedFor = 'price_moved' | 'not_confirmed' | 'not_played'

/** Bets, with all that they were accepted by; their coins are in `stakes`. */
export const sportsBets = pgTable(
  'sports_bets',
  {
    /** Also the id of its stake and of its `bet` transaction. */
    id: uuid().primaryKey(),
    userId: uuid().notNull(),
    gameId: text().notNull(),
    /** The outcome's name: a team's, or 'Over' or 'Under'. */
    teamName: text().notNull(),
    betAmount: bigint({ mode: 'number' }).notNull(),
    odds: integer().notNull(),
    status: text().$type<SportsBetStatus>().notNull().default('pending'),
    payout: bigint({ mode: 'number' }),
    placedAt: time().notNull(),
    settledAt: time(),
    /** Of bets in a currency on a chain, which the house does not take: always null. */
    txHash: text(),
    cryptoAmount: numeric(),
    cryptoType: text(),
    market: text().$type<MarketKey>().notNull(),
    point: doublePrecision(),
    bookmaker: text().notNull(),
    /** When the price was told that it was accepted at. */
    pricedAt: time().notNull(),
    /** When the game was to start, as the bet was taken. */
    commenceTime: time().notNull(),
    isLive: boolean().notNull(),
    /** When the next prices confirmed it; at once before the game. */
    confirmedAt: time(),
    closedFor: text().$type<ClosedFor>(),
    /** The version of the game's result that it was graded by; 0 before. */
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
