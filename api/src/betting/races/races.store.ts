import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  sql,
} from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import type { RaceInputs } from '#core/race/settled-race.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { raceBets, raceChains, races } from './races.table.ts'

export type RaceChain = typeof raceChains.$inferSelect
export type RaceRow = typeof races.$inferSelect
export type RaceBetRow = typeof raceBets.$inferSelect
export type RaceWithChain = RaceRow & { chain: RaceChain }
/** A race and the database's time when it was read. */
export type RaceNow = RaceWithChain & { now: Date }

export type RacesStore = ReturnType<typeof openRacesStore>

/** Reads races, their bets and seed chains, and ends races. */
export function openRacesStore(db: Database) {
  function withChain() {
    return db
      .select({
        ...getTableColumns(races),
        chain: getTableColumns(raceChains),
        now: sql`clock_timestamp()`.mapWith(races.closesAt),
      })
      .from(races)
      .innerJoin(raceChains, eq(raceChains.id, races.chainId))
  }

  return {
    async latest(): Promise<RaceNow | undefined> {
      const [race] = await withChain().orderBy(desc(races.number)).limit(1)
      return race
    },

    /** Returns ended races, newest first. */
    over(limit: number, before?: number): Promise<RaceWithChain[]> {
      const isOver = sql`${races.status} IN ('settled', 'void')`
      return withChain()
        .where(and(isOver, before ? lt(races.number, before) : undefined))
        .orderBy(desc(races.number))
        .limit(limit)
    },

    /** Ends a race and releases its reserved payout. */
    async end(
      tx: Transaction,
      number: number,
      end: Pick<RaceRow, 'epoch' | 'serverSeed' | 'settledHash'> & {
        status: 'settled' | 'void'
      },
    ) {
      const from = end.status === 'settled' ? 'running' : 'closed'
      const { rows } = await tx.execute(
        sql`WITH race AS (
              UPDATE races SET status = ${end.status}, server_seed = ${end.serverSeed},
                settled_hash = ${end.settledHash}, epoch = ${end.epoch}, over_at = clock_timestamp()
              WHERE number = ${number} AND status = ${from}
              RETURNING *
            ), total AS (
              UPDATE race_totals SET races = race_totals.races + 1,
                hits = hits + (race.paid > 0)::int, staked = race_totals.staked + race.staked,
                paid = race_totals.paid + race.paid,
                variance = race_totals.variance + pool.variance,
                largest = greatest(race_totals.largest, pool.largest)
              FROM race, LATERAL (
                SELECT var_pop(pool) AS variance,
                  greatest(max(pool) - avg(pool), avg(pool) - min(pool)) AS largest
                FROM unnest(race.pools) AS pool
              ) AS pool
              WHERE race.status = 'settled' AND race.bets > 0
            ) UPDATE global_stats SET held = global_stats.held - race.held
              FROM race WHERE global_stats.id = 0 RETURNING 1`,
      )
      return rows.length === 1
    },

    async findRace(id: string) {
      const [found] = await withChain().where(eq(races.id, id))
      return found
    },

    /** Returns a race's bets from an index on. */
    betsOn(race: number, from: number): Promise<RaceBetRow[]> {
      return db
        .select()
        .from(raceBets)
        .where(and(eq(raceBets.raceNumber, race), gte(raceBets.index, from)))
        .orderBy(asc(raceBets.index))
    },

    findBets(ids: readonly string[]): Promise<RaceBetRow[]> {
      return db
        .select()
        .from(raceBets)
        .where(inArray(raceBets.id, [...ids]))
    },

    /** Returns a bet with its race, and the balance after the bet. */
    async findBet(id: string) {
      const [found] = await db
        .select({
          bet: getTableColumns(raceBets),
          race: getTableColumns(races),
          chain: getTableColumns(raceChains),
          balance: sql<number>`(
            SELECT balance_after FROM transactions AS bet
            WHERE bet.user_id = ${raceBets.userId} AND bet.seq = ${raceBets.seq}
          )`.mapWith(Number),
        })
        .from(raceBets)
        .innerJoin(races, eq(races.number, raceBets.raceNumber))
        .innerJoin(raceChains, eq(raceChains.id, races.chainId))
        .where(eq(raceBets.id, id))
      return found
    },

    /** Returns the ends of all chains, as seeds of the races before them. */
    chainEnds(): Promise<{ number: number; hash: string }[]> {
      const { firstRace, end: hash } = raceChains
      const number = sql`${firstRace} - 1`.mapWith(Number)
      return db
        .select({ number, hash })
        .from(raceChains)
        .orderBy(asc(firstRace))
    },
  }
}

/**
 * Returns a race's inputs.
 *
 * @param serverSeed for a race that has not revealed its own yet.
 */
export function raceInputsOf(
  race: RaceRow,
  serverSeed = race.serverSeed,
): RaceInputs {
  assert(serverSeed !== null, 'an ended race has revealed its seed')
  return {
    rulesVersion: race.rulesVersion,
    number: race.number,
    serverSeed,
    closedAtMs: race.closesAt.getTime(),
    saltChain: race.saltChain ?? undefined,
    head: race.head ?? undefined,
    voidReason: race.voidReason ?? undefined,
    saltBlock: race.saltBlock ?? undefined,
  }
}

export function isOver({ status }: Pick<RaceRow, 'status'>): boolean {
  return status === 'settled' || status === 'void'
}
