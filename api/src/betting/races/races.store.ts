import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  lte,
  sql,
} from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import type { RaceInputs } from '#core/race/settled-race.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { raceBets, raceChains, raceSeeds, races } from './races.table.ts'

export type RaceChain = typeof raceChains.$inferSelect
export type RaceRow = typeof races.$inferSelect
export type RaceBetRow = typeof raceBets.$inferSelect
export type RaceWithChain = { race: RaceRow; chain: RaceChain }
/** A race and the database's time when it was read. */
export type RaceNow = RaceRow & { chain: RaceChain; now: Date }

export type SealedSeed = Pick<
  typeof raceSeeds.$inferSelect,
  'raceNumber' | 'sealed'
>
export type NewChain = Pick<RaceChain, 'firstRace' | 'lastRace' | 'end'> & {
  seeds: readonly SealedSeed[]
}

const now = sql<Date>`clock_timestamp()`.mapWith(races.closesAt)
const IS_SALTABLE = sql`${races.status} = 'closed' AND ${races.voidReason} IS NULL`

export type RacesStore = ReturnType<typeof openRacesStore>

/** Stores races and seed chains. Each step of a race is guarded by its status. */
export function openRacesStore(db: Database) {
  function withChain() {
    return db
      .select({
        race: getTableColumns(races),
        chain: getTableColumns(raceChains),
      })
      .from(races)
      .innerJoin(raceChains, eq(raceChains.id, races.chainId))
  }

  async function step(
    tx: Transaction,
    number: number,
    from: ReturnType<typeof sql>,
    to: Parameters<ReturnType<typeof tx.update<typeof races>>['set']>[0],
  ): Promise<boolean> {
    const { rowCount } = await tx
      .update(races)
      .set(to)
      .where(and(eq(races.number, number), from))
    return rowCount === 1
  }

  return {
    async latest() {
      const [row] = await db
        .select({
          ...getTableColumns(races),
          chain: getTableColumns(raceChains),
          now,
        })
        .from(races)
        .innerJoin(raceChains, eq(raceChains.id, races.chainId))
        .orderBy(desc(races.number))
        .limit(1)
      return row
    },

    /** Returns ended races, newest first. */
    over(limit: number, before?: number): Promise<RaceWithChain[]> {
      const isOver = sql`${races.status} IN ('settled', 'void')`
      return withChain()
        .where(and(isOver, before ? lt(races.number, before) : undefined))
        .orderBy(desc(races.number))
        .limit(limit)
    },

    /** Returns the database's time plus `ms`, rounded to milliseconds. */
    async momentAfter(tx: Transaction, ms: number) {
      const { rows } = await tx.execute<{ at_ms: string }>(
        sql`SELECT floor(extract(epoch FROM ${after(ms)}) * 1000) AS at_ms`,
      )
      return new Date(Number(rows[0]?.at_ms))
    },

    /** Opens a race for bets, unless its number exists. */
    async open(
      tx: Transaction,
      race: Omit<typeof races.$inferInsert, 'status'>,
    ) {
      await tx
        .insert(races)
        .values({ ...race, status: 'open' })
        .onConflictDoNothing()
    },

    /** Closes betting once it is due. */
    close: (tx: Transaction, number: number, epoch: number) =>
      step(
        tx,
        number,
        sql`${races.status} = 'open' AND ${races.closesAt} <= clock_timestamp()`,
        { status: 'closed', closedAt: now, epoch },
      ),

    /** Stores the first head read after the close, and whether it voids the race. */
    setHead: (
      tx: Transaction,
      number: number,
      found: Pick<RaceRow, 'epoch' | 'head' | 'voidReason'>,
    ) => step(tx, number, sql`${IS_SALTABLE} AND ${races.head} IS NULL`, found),

    /** Marks a race as void; a later salt is ignored. */
    setVoid: (
      tx: Transaction,
      number: number,
      decided: Pick<RaceRow, 'epoch' | 'voidReason'>,
    ) => step(tx, number, IS_SALTABLE, decided),

    start: (
      tx: Transaction,
      number: number,
      {
        durationMs,
        ...start
      }: Pick<
        RaceRow,
        'epoch' | 'order' | 'saltBlock' | 'serverSeed' | 'settledHash'
      > & { durationMs: number },
    ) =>
      step(tx, number, IS_SALTABLE, {
        ...start,
        status: 'running',
        startsAt: now,
        endsAt: after(durationMs),
      }),

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

    async findChain(raceNumber: number) {
      const [chain] = await db
        .select()
        .from(raceChains)
        .where(
          and(
            lte(raceChains.firstRace, raceNumber),
            gte(raceChains.lastRace, raceNumber),
          ),
        )
      return chain
    },

    /** Returns the published ends of all chains, oldest first. */
    chainEnds(): Promise<Pick<RaceChain, 'firstRace' | 'end'>[]> {
      const { firstRace, end } = raceChains
      return db
        .select({ firstRace, end })
        .from(raceChains)
        .orderBy(asc(firstRace))
    },

    async addChain(tx: Transaction, { seeds, ...chain }: NewChain) {
      const [added] = await tx.insert(raceChains).values(chain).returning()
      assert(added !== undefined, 'an insert gives its row')
      const rows = seeds.map((seed) => ({ ...seed, chainId: added.id }))
      await tx.insert(raceSeeds).values(rows)
      return added
    },

    /** Returns the first stored seed at or after a race of the chain. */
    async nextSeed(chainId: number, raceNumber: number) {
      const [seed] = await db
        .select()
        .from(raceSeeds)
        .where(
          and(
            eq(raceSeeds.chainId, chainId),
            gte(raceSeeds.raceNumber, raceNumber),
          ),
        )
        .orderBy(asc(raceSeeds.raceNumber))
        .limit(1)
      return seed
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

function after(ms: number) {
  return sql`clock_timestamp() + make_interval(secs => ${ms / 1_000})`
}
