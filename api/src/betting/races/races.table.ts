import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { HorseId } from '#core/race/horses.ts'
import {
  type ChainHead,
  type SaltBlock,
  type SaltChain,
  VOID_REASONS,
} from '#core/race/salt.ts'
import { bytes } from '../../platform/db/columns.ts'

const coins = () => bigint({ mode: 'number' }).notNull().default(0)
const moment = () => timestamp({ withTimezone: true })

/** Chains of race seeds; the end is published before the first race. */
export const raceChains = pgTable('race_chains', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Races of its first and last seed. */
  firstRace: bigint({ mode: 'number' }).notNull().unique(),
  lastRace: bigint({ mode: 'number' }).notNull(),
  /** The hash of the first race's seed. Published; 64 hex characters. */
  end: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
})

/** Sealed seeds; seeds between them follow by hashing. Append-only. */
export const raceSeeds = pgTable(
  'race_seeds',
  {
    chainId: integer().notNull(),
    raceNumber: bigint({ mode: 'number' }).notNull(),
    sealed: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.raceNumber] })],
)

/**
 * Races: `open` accepts bets, `closed` waits for its salt, `running` is shown,
 * `settled` and `void` are over. Numbers are consecutive.
 */
export const races = pgTable(
  'races',
  {
    number: bigint({ mode: 'number' }).primaryKey(),
    id: uuid().notNull().unique(),
    chainId: integer().notNull(),
    /** Hash of the race's seed, public from the start. */
    commitment: text().notNull(),
    status: text({
      enum: ['open', 'closed', 'running', 'settled', 'void'],
    }).notNull(),
    /** Term of the leader that last wrote the row. */
    epoch: integer().notNull(),
    rulesVersion: smallint().notNull(),
    closesAt: moment().notNull(),
    /** Null for races of version 1. */
    saltChain: jsonb().$type<SaltChain>(),
    closedAt: moment(),
    /** Read after betting closed, before the salt could be public. */
    head: jsonb().$type<ChainHead>(),
    /** Set before the bets are settled. */
    voidReason: text({ enum: VOID_REASONS }),
    saltBlock: jsonb().$type<SaltBlock>(),
    /** Set when the salt is known or the race is void. */
    serverSeed: text(),
    startsAt: moment(),
    endsAt: moment(),
    order: smallint().array().$type<HorseId[]>(),
    /** Hash of the settled race, 64 hex characters. */
    settledHash: text(),
    overAt: moment(),
    /** Number of accepted bets, and their total stake in coins. */
    bets: integer().notNull().default(0),
    staked: coins(),
    /** Total payout for each winner, in the horses' order. */
    pools: bigint({ mode: 'number' })
      .array()
      .notNull()
      .default(sql`'{0,0,0,0}'`),
    /** Reserved payout: the largest pool, until the race is over. */
    held: coins(),
    /** Payouts and refunds so far, in coins. */
    paid: coins(),
  },
  () => [
    check(
      'races_void_or_salted',
      sql`rules_version = 1 OR salt_block IS NULL OR (head IS NOT NULL AND void_reason IS NULL)`,
    ),
  ],
)

/**
 * One row with the sums of settled races with bets, in coins. One draw decides
 * all bets on a race, so variance and largest distance from the mean are those
 * of whole races over their four possible winners.
 */
export const raceTotals = pgTable('race_totals', {
  id: smallint().primaryKey().default(0),
  races: coins(),
  hits: coins(),
  staked: coins(),
  paid: coins(),
  variance: doublePrecision().notNull().default(0),
  largest: doublePrecision().notNull().default(0),
})

/** Bets on horses; their outcome is set once. */
export const raceBets = pgTable(
  'race_bets',
  {
    /** Also the id of its `bet` transaction. */
    id: uuid().primaryKey(),
    raceNumber: bigint({ mode: 'number' }).notNull(),
    /** Position among the race's accepted bets, from 0. */
    index: integer().notNull(),
    userId: uuid().notNull(),
    /** The seq of its `bet` transaction. */
    seq: bigint({ mode: 'number' }).notNull(),
    horse: smallint().$type<HorseId>().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    status: text({ enum: ['pending', 'won', 'lost', 'void'] })
      .notNull()
      .default('pending'),
    payout: coins(),
    /** Hash of the settled bet, 64 hex characters. */
    settledHash: text(),
    placedAt: moment().notNull().defaultNow(),
    settledAt: moment(),
  },
  (table) => [
    index('race_bets_race').on(table.raceNumber, table.index),
    index('race_bets_pending')
      .on(table.raceNumber)
      .where(sql`${table.status} = 'pending'`),
    check('race_bets_amount', sql`${table.amount} > 0`),
  ],
)
