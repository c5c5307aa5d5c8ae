import { and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import type { RaceInputs } from '#core/race/settled-race.ts'
import type { Database } from '../../platform/db/database.ts'
import { type raceBets, raceChains, races } from './races.table.ts'

export type RaceChain = typeof raceChains.$inferSelect
export type RaceRow = typeof races.$inferSelect
export type RaceBetRow = typeof raceBets.$inferSelect
export type RaceWithChain = RaceRow & { chain: RaceChain }
/** A race and the database's time when it was read. */
export type RaceNow = RaceWithChain & { now: Date }

const HISTORY_LENGTH = 20

/** Selects races with their seed chains, at the database's time. */
export function selectRaces(db: Database) {
  return db
    .select({
      ...getTableColumns(races),
      chain: getTableColumns(raceChains),
      now: sql`clock_timestamp()`.mapWith(races.closesAt),
    })
    .from(races)
    .innerJoin(raceChains, eq(raceChains.id, races.chainId))
}

export async function latestRace(db: Database): Promise<RaceNow | undefined> {
  const [race] = await selectRaces(db).orderBy(desc(races.number)).limit(1)
  return race
}

/** Returns ended races, newest first. @param before a race's number. */
export function endedRaces(db: Database, before?: number) {
  const isOver = inArray(races.status, ['settled', 'void'])
  return selectRaces(db)
    .where(and(isOver, before ? lt(races.number, before) : undefined))
    .orderBy(desc(races.number))
    .limit(HISTORY_LENGTH)
}

/** @param serverSeed for a race that has not revealed its own yet. */
export function toRaceInputs(
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
