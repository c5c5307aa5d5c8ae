import { and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import type { HorseId } from '#core/race/horses.ts'
import type { ChainHead, SaltBlock, VoidReason } from '#core/race/salt.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { raceBets, raceChains, races } from './races.table.ts'
import type { RaceChain } from './seeds.store.ts'

export type RaceRow = typeof races.$inferSelect
export type RaceBetRow = typeof raceBets.$inferSelect
export type RaceWithChain = { race: RaceRow; chain: RaceChain }
/** A race and the moment, by the database's clock, at which it was so. */
export type RaceNow = RaceRow & { chain: RaceChain; now: Date }

export type NewRace = Pick<
  RaceRow,
  | 'chainId'
  | 'closesAt'
  | 'commitment'
  | 'epoch'
  | 'id'
  | 'number'
  | 'rulesVersion'
  | 'saltChain'
>

export type Start = {
  saltBlock: SaltBlock
  serverSeed: string
  order: HorseId[]
  settledHash: string
  durationMs: number
}

export type RaceEnd = {
  status: 'settled' | 'void'
  serverSeed: string
  settledHash: string
}

const now = sql<Date>`clock_timestamp()`.mapWith(races.closesAt)

/** The races, each step guarded by the one that comes before it. */
export class RacesStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** The race with the highest number. */
  async latest(): Promise<RaceNow | undefined> {
    const [row] = await this.#db
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
  }

  /** Races that are over, the newest first. */
  over(limit: number, before?: number): Promise<RaceWithChain[]> {
    const isOver = sql`${races.status} IN ('settled', 'void')`
    return this.#withChain()
      .where(and(isOver, before ? lt(races.number, before) : undefined))
      .orderBy(desc(races.number))
      .limit(limit)
  }

  /** Returns the database's time plus `ms`, rounded to milliseconds. */
  async momentAfter(tx: Transaction, ms: number): Promise<Date> {
    const { rows } = await tx.execute<{ at_ms: string }>(
      sql`SELECT floor(extract(epoch FROM ${after(ms)}) * 1000) AS at_ms`,
    )
    return new Date(Number(rows[0]?.at_ms))
  }

  /** Opens a race for bets, unless there is one of its number. */
  async open(tx: Transaction, race: NewRace): Promise<boolean> {
    const { rowCount } = await tx
      .insert(races)
      .values({ ...race, status: 'open' })
      .onConflictDoNothing()
    return rowCount === 1
  }

  /** Ends the betting of a race whose time has come. */
  async close(tx: Transaction, number: number, epoch: number) {
    return this.#step(tx, number, {
      from: sql`${races.status} = 'open' AND ${races.closesAt} <= clock_timestamp()`,
      to: { status: 'closed', closedAt: now, epoch },
    })
  }

  /**
   * Stores the first head read after the close, and whether it voids the race.
   */
  async keepHead(
    tx: Transaction,
    number: number,
    decided: { epoch: number; head: ChainHead; voidReason: VoidReason | null },
  ) {
    return this.#step(tx, number, {
      from: sql`${races.status} = 'closed' AND ${races.head} IS NULL AND ${races.voidReason} IS NULL`,
      to: decided,
    })
  }

  /** Marks a race as void; a later salt is ignored. */
  async decideVoid(
    tx: Transaction,
    number: number,
    decided: { epoch: number; voidReason: VoidReason },
  ) {
    return this.#step(tx, number, {
      from: sql`${races.status} = 'closed' AND ${races.voidReason} IS NULL`,
      to: decided,
    })
  }

  /** Lets a race run, as seed and salt have it. */
  async start(
    tx: Transaction,
    number: number,
    { durationMs, ...start }: Start & { epoch: number },
  ) {
    return this.#step(tx, number, {
      from: sql`${races.status} = 'closed' AND ${races.voidReason} IS NULL`,
      to: {
        ...start,
        status: 'running',
        startsAt: now,
        endsAt: after(durationMs),
      },
    })
  }

  /** Notes that a race is over, and lets go of what the house kept for it. */
  async finish(
    tx: Transaction,
    number: number,
    end: RaceEnd & { epoch: number },
  ): Promise<boolean> {
    const from = end.status === 'settled' ? 'running' : 'closed'
    const { rows } = await tx.execute(
      sql`WITH race AS (
            UPDATE races SET status = ${end.status}, server_seed = ${end.serverSeed},
              settled_hash = ${end.settledHash}, epoch = ${end.epoch}, over_at = clock_timestamp()
            WHERE number = ${number} AND status = ${from}
            RETURNING held
          ) UPDATE global_stats SET held = global_stats.held - race.held
            FROM race WHERE id = 0 RETURNING 1`,
    )
    return rows.length === 1
  }

  async findRace(id: string): Promise<RaceWithChain | undefined> {
    const [found] = await this.#withChain().where(eq(races.id, id))
    return found
  }

  findBets(ids: readonly string[]): Promise<RaceBetRow[]> {
    return this.#db
      .select()
      .from(raceBets)
      .where(inArray(raceBets.id, [...ids]))
  }

  /** A bet with its race, and what its player had right after it. */
  async findBet(id: string) {
    const [found] = await this.#db
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
  }

  #withChain() {
    return this.#db
      .select({
        race: getTableColumns(races),
        chain: getTableColumns(raceChains),
      })
      .from(races)
      .innerJoin(raceChains, eq(raceChains.id, races.chainId))
  }

  async #step(
    tx: Transaction,
    number: number,
    {
      from,
      to,
    }: {
      from: ReturnType<typeof sql>
      to: Parameters<ReturnType<typeof tx.update<typeof races>>['set']>[0]
    },
  ): Promise<boolean> {
    const { rowCount } = await tx
      .update(races)
      .set(to)
      .where(and(eq(races.number, number), from))
    assert((rowCount ?? 0) <= 1, 'a number is one race')
    return rowCount === 1
  }
}

function after(ms: number) {
  return sql`clock_timestamp() + make_interval(secs => ${ms / 1_000})`
}
