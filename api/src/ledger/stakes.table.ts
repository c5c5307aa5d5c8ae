import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AnyGameType } from '#core/api/history.ts'

const coins = () => bigint({ mode: 'number' })

/**
 * Stakes on what is decided later and elsewhere, such as a game of basketball:
 * a row each, open until something is paid for it, be it 0.
 */
export const stakes = pgTable(
  'stakes',
  {
    /** Also the id of its `bet` transaction. */
    id: uuid().primaryKey(),
    userId: uuid().notNull(),
    /** The seq of its `bet` transaction. */
    seq: bigint({ mode: 'number' }).notNull(),
    gameType: text().$type<AnyGameType>().notNull(),
    /** Coins that the player put in. */
    stake: coins().notNull(),
    /** Coins that the house reserves for it while it is open: its largest payout. */
    reserved: coins().notNull(),
    /** Coins that went back to the player so far, less those reversed; null while it is open. */
    paid: coins(),
    placedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('stakes_open')
      .on(table.gameType, table.userId)
      .where(sql`${table.paid} IS NULL`),
    check(
      'stakes_range',
      sql`${table.stake} > 0 AND ${table.reserved} >= ${table.stake} AND ${table.paid} >= 0`,
    ),
  ],
)
