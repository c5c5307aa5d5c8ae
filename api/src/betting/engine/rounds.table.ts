import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Action, Bet, Outcome } from '#core/games/game.ts'

const count = () => bigint({ mode: 'number' })
const now = () => timestamp({ withTimezone: true }).notNull().defaultNow()

/** Finished rounds. Seeds and draws derive from stream keys. Append-only. */
export const rounds = pgTable('rounds', {
  /** Also the id of the round's `bet` transaction. */
  id: uuid().primaryKey(),
  userId: uuid().notNull(),
  /** The seq of the round's `bet` transaction. */
  seq: count().notNull(),
  nonce: count().notNull(),
  clientSeedId: count().notNull(),
  gameType: text().notNull(),
  rulesVersion: smallint().notNull(),
  bet: jsonb().$type<Bet>().notNull(),
  /** Actions after the start; null if there were none. */
  actions: jsonb().$type<Action[]>(),
  outcome: jsonb().$type<Outcome>().notNull(),
  stake: count().notNull(),
  payout: count().notNull(),
  /** The seq of a later step's `win` transaction; null if it follows the `bet`. */
  winSeq: count(),
  /** 64 hex characters. */
  roundHash: text().notNull(),
  settledAt: now(),
})

/** Rounds that wait for their player's next step. */
export const openRounds = pgTable(
  'open_rounds',
  {
    /** Also the id of the round's `bet` transaction. */
    id: uuid().primaryKey(),
    userId: uuid().notNull(),
    /** The seq of the round's `bet` transaction. */
    seq: count().notNull(),
    nonce: count().notNull(),
    clientSeedId: count().notNull(),
    clientSeed: text().notNull(),
    weaker: boolean().notNull(),
    gameType: text().notNull(),
    rulesVersion: smallint().notNull(),
    bet: jsonb().$type<Bet>().notNull(),
    actions: jsonb().$type<Action[]>().notNull(),
    staked: count().notNull(),
    /** Reserved payout, in coins. */
    held: count().notNull(),
    startedAt: now(),
    actedAt: now(),
  },
  (table) => [
    unique('open_rounds_one_a_game').on(table.userId, table.gameType),
    index('open_rounds_acted_at').on(table.actedAt),
    check(
      'open_rounds_staked',
      sql`${table.staked} > 0 AND ${table.held} >= 0`,
    ),
  ],
)

/**
 * Totals of finished rounds by game, one row per partition so that no row is
 * hot. The commit statement adds to them. Amounts in coins.
 */
export const gameTotals = pgTable(
  'game_totals',
  {
    partition: smallint().notNull(),
    gameType: text().notNull(),
    rounds: count().notNull().default(0),
    /** Sum of first stakes, without raises. */
    bets: count().notNull().default(0),
    staked: count().notNull().default(0),
    betSquares: doublePrecision().notNull().default(0),
    largestBet: count().notNull().default(0),
    /** Rounds with a payout; like the payouts below, without jackpots. */
    hits: count().notNull().default(0),
    paid: count().notNull().default(0),
    paidSquares: doublePrecision().notNull().default(0),
    largestPaid: count().notNull().default(0),
    /** Winning tickets of the jackpot's draws, of a million per round. */
    jackpotTickets: count().notNull().default(0),
    jackpotHits: count().notNull().default(0),
    jackpotPaid: count().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.partition, table.gameType] })],
)
