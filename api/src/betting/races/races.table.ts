import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { HorseId } from '#core/race/horses.ts'
import {
  type ChainHead,
  type SaltBlock,
  type SaltChain,
  VOID_REASONS,
} from '#core/race/salt.ts'
import { bytes, time, whole } from '../../platform/db/columns.ts'

const coins = () => whole().notNull().default(0)

/** Chains of race seeds; the end is published before the first race. */
export const raceChains = pgTable('race_chains', (t) => ({
  id: t.integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Races of its first and last seed. */
  firstRace: whole().notNull().unique(),
  lastRace: whole().notNull(),
  /** The hash of the first race's seed. Published; 64 hex characters. */
  end: t.text().notNull(),
  createdAt: time().notNull().defaultNow(),
}))

/**
 * Sealed seeds; seeds between them follow by hashing. Append-only but for new
 * seals.
 */
export const raceSeeds = pgTable(
  'race_seeds',
  (t) => ({
    chainId: t.integer().notNull(),
    raceNumber: whole().notNull(),
    sealed: bytes().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.chainId, table.raceNumber] })],
)

/**
 * Races: `open` accepts bets, `closed` waits for its salt, `running` is shown,
 * `settled` and `void` are over. Numbers are consecutive.
 */
export const races = pgTable(
  'races',
  (t) => ({
    number: whole().primaryKey(),
    id: t.uuid().notNull().unique(),
    chainId: t.integer().notNull(),
    /** Hash of the race's seed, public from the start. */
    commitment: t.text().notNull(),
    status: t
      .text({ enum: ['open', 'closed', 'running', 'settled', 'void'] })
      .notNull(),
    /** Term of the leader that last wrote the row. */
    epoch: t.integer().notNull(),
    rulesVersion: t.smallint().notNull(),
    closesAt: time().notNull(),
    /** Null for races of version 1. */
    saltChain: t.jsonb().$type<SaltChain>(),
    closedAt: time(),
    /** Read after betting closed, before the salt could be public. */
    head: t.jsonb().$type<ChainHead>(),
    /** Set before the bets are settled. */
    voidReason: t.text({ enum: VOID_REASONS }),
    saltBlock: t.jsonb().$type<SaltBlock>(),
    /** Set when the salt is known or the race is void. */
    serverSeed: t.text(),
    startsAt: time(),
    endsAt: time(),
    order: t.smallint().array().$type<HorseId[]>(),
    /** Hash of the settled race, 64 hex characters. */
    settledHash: t.text(),
    overAt: time(),
    /** Number of accepted bets, and their total stake in coins. */
    bets: t.integer().notNull().default(0),
    staked: coins(),
    /** Total payout for each winner, in the horses' order. */
    pools: whole().array().notNull().default(sql`'{0,0,0,0}'`),
    /** Reserved payout: the largest pool, until the race is over. */
    held: coins(),
    /** Payouts and refunds so far, in coins. */
    paid: coins(),
  }),
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
export const raceTotals = pgTable('race_totals', (t) => ({
  id: t.smallint().primaryKey().default(0),
  races: coins(),
  hits: coins(),
  staked: coins(),
  paid: coins(),
  variance: t.doublePrecision().notNull().default(0),
  largest: t.doublePrecision().notNull().default(0),
}))

/** Bets on horses; their outcome is set once. */
export const raceBets = pgTable(
  'race_bets',
  (t) => ({
    /** Also the id of its `bet` transaction. */
    id: t.uuid().primaryKey(),
    raceNumber: whole().notNull(),
    /** Position among the race's accepted bets, from 0. */
    index: t.integer().notNull(),
    userId: t.uuid().notNull(),
    /** The seq of its `bet` transaction. */
    seq: whole().notNull(),
    horse: t.smallint().$type<HorseId>().notNull(),
    amount: whole().notNull(),
    status: t
      .text({ enum: ['pending', 'won', 'lost', 'void'] })
      .notNull()
      .default('pending'),
    payout: coins(),
    /** Hash of the settled bet, 64 hex characters. */
    settledHash: t.text(),
    placedAt: time().notNull().defaultNow(),
    settledAt: time(),
  }),
  (table) => [
    index('race_bets_race').on(table.raceNumber, table.index),
    index('race_bets_pending')
      .on(table.raceNumber)
      .where(sql`${table.status} = 'pending'`),
    check('race_bets_amount', sql`${table.amount} > 0`),
  ],
)
