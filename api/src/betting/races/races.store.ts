import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  type SQL,
  sql,
} from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import type { RaceInputs } from '#core/race/settled-race.ts'
import type { Database } from '../../platform/db/database.ts'
import { raceBets, raceChains, races } from './races.table.ts'

export type RaceChain = typeof raceChains.$inferSelect
export type RaceRow = typeof races.$inferSelect
export type RaceBetRow = typeof raceBets.$inferSelect
export type RaceWithChain = RaceRow & { chain: RaceChain }
/** A race and the database's time when it was read. */
export type RaceNow = RaceWithChain & { now: Date }

export type RacesStore = ReturnType<typeof openRacesStore>

/** Reads races, their bets and seed chains. */
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
      const isOver = inArray(races.status, ['settled', 'void'])
      return withChain()
        .where(and(isOver, before ? lt(races.number, before) : undefined))
        .orderBy(desc(races.number))
        .limit(limit)
    },

    async find(which: SQL): Promise<RaceWithChain | undefined> {
      const [race] = await withChain().where(which)
      return race
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
