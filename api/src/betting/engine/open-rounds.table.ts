import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Action, Bet } from '#core/games/game.ts'

/**
 * Rounds that wait for their player's next step: what it follows from. Gone
 * once they are over, when `rounds` has them for good.
 */
export const openRounds = pgTable(
  'open_rounds',
  {
    /** Also the id of the round's `bet` transaction. */
    id: uuid().primaryKey(),
    userId: uuid().notNull(),
    /** The seq of the round's `bet` transaction. */
    seq: bigint({ mode: 'number' }).notNull(),
    nonce: bigint({ mode: 'number' }).notNull(),
    clientSeedId: bigint({ mode: 'number' }).notNull(),
    clientSeed: text().notNull(),
    weaker: boolean().notNull(),
    gameType: text().notNull(),
    rulesVersion: smallint().notNull(),
    bet: jsonb().$type<Bet>().notNull(),
    actions: jsonb().$type<Action[]>().notNull(),
    staked: bigint({ mode: 'number' }).notNull(),
    /** What the house keeps for it, in coins. */
    held: bigint({ mode: 'number' }).notNull(),
    startedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    actedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
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
