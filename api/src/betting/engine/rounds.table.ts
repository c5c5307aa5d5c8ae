import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, unique } from 'drizzle-orm/pg-core'
import type { Action, Bet, Outcome } from '#core/games/game.ts'
import { time, whole } from '../../platform/db/columns.ts'

/** Finished rounds. Seeds and draws derive from stream keys. Append-only. */
export const rounds = pgTable('rounds', (t) => ({
  /** Also the id of the round's `bet` transaction. */
  id: t.uuid().primaryKey(),
  userId: t.uuid().notNull(),
  /** The seq of the round's `bet` transaction. */
  seq: whole().notNull(),
  nonce: whole().notNull(),
  clientSeedId: whole().notNull(),
  gameType: t.text().notNull(),
  rulesVersion: t.smallint().notNull(),
  bet: t.jsonb().$type<Bet>().notNull(),
  /** Actions after the start; null if there were none. */
  actions: t.jsonb().$type<Action[]>(),
  outcome: t.jsonb().$type<Outcome>().notNull(),
  stake: whole().notNull(),
  payout: whole().notNull(),
  /** The seq of a later step's `win` transaction; null if it follows the `bet`. */
  winSeq: whole(),
  /** 64 hex characters. */
  roundHash: t.text().notNull(),
  settledAt: time().notNull().defaultNow(),
}))

export const openRounds = pgTable(
  'open_rounds',
  (t) => ({
    /** Also the id of the round's `bet` transaction. */
    id: t.uuid().primaryKey(),
    userId: t.uuid().notNull(),
    /** The seq of the round's `bet` transaction. */
    seq: whole().notNull(),
    nonce: whole().notNull(),
    clientSeedId: whole().notNull(),
    clientSeed: t.text().notNull(),
    weaker: t.boolean().notNull(),
    gameType: t.text().notNull(),
    rulesVersion: t.smallint().notNull(),
    bet: t.jsonb().$type<Bet>().notNull(),
    actions: t.jsonb().$type<Action[]>().notNull(),
    staked: whole().notNull(),
    /** Reserved payout, in coins. */
    held: whole().notNull(),
    startedAt: time().notNull().defaultNow(),
    actedAt: time().notNull().defaultNow(),
  }),
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
  (t) => ({
    partition: t.smallint().notNull(),
    gameType: t.text().notNull(),
    rounds: whole().notNull().default(0),
    /** Sum of first stakes, without raises. */
    bets: whole().notNull().default(0),
    staked: whole().notNull().default(0),
    betSquares: t.doublePrecision().notNull().default(0),
    largestBet: whole().notNull().default(0),
    /** Rounds with a payout; like the payouts below, without jackpots. */
    hits: whole().notNull().default(0),
    paid: whole().notNull().default(0),
    paidSquares: t.doublePrecision().notNull().default(0),
    largestPaid: whole().notNull().default(0),
    /** Winning tickets of the jackpot's draws, of a million per round. */
    jackpotTickets: whole().notNull().default(0),
    jackpotHits: whole().notNull().default(0),
    jackpotPaid: whole().notNull().default(0),
  }),
  (table) => [primaryKey({ columns: [table.partition, table.gameType] })],
)
