import {
  bigint,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Action, Bet, Outcome } from '#core/games/game.ts'

/**
 * Finished rounds: what went in, what came out, and the hash of it all as it
 * was settled. Seeds and draws follow from the player's stream key. Append-only.
 */
export const rounds = pgTable('rounds', {
  /** Also the id of the round's `bet` transaction. */
  id: uuid().primaryKey(),
  userId: uuid().notNull(),
  /** The seq of the round's `bet` transaction. */
  seq: bigint({ mode: 'number' }).notNull(),
  nonce: bigint({ mode: 'number' }).notNull(),
  clientSeedId: bigint({ mode: 'number' }).notNull(),
  gameType: text().notNull(),
  rulesVersion: smallint().notNull(),
  bet: jsonb().$type<Bet>().notNull(),
  /** What was done after the start; null where that was nothing. */
  actions: jsonb().$type<Action[]>(),
  outcome: jsonb().$type<Outcome>().notNull(),
  stake: bigint({ mode: 'number' }).notNull(),
  payout: bigint({ mode: 'number' }).notNull(),
  /** The seq of a later step's `win` transaction; null right behind the `bet`. */
  winSeq: bigint({ mode: 'number' }),
  /** 64 hex characters. */
  roundHash: text().notNull(),
  settledAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
