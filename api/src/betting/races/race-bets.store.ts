import { and, asc, eq, getTableColumns, gt, gte, or, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { DayOfPlay } from '#core/protection/day-of-play.ts'
import type { HorseId } from '#core/race/horses.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { plainArray } from '../../platform/db/sql-values.ts'
import { PLACE_BETS } from './place-bets.sql.ts'
import type { RaceBetRow, RaceRow } from './races.store.ts'
import { raceBets, races } from './races.table.ts'
import { settleBets } from './settle-bets.sql.ts'

/** What a player's bet is decided from. */
export type PlayerSnapshot = {
  userId: string
  balance: number
  nonce: number
  snapshotVersion: number
  day: DayOfPlay
}

/** A bet that nothing speaks against, decided from its player's snapshot. */
export type DecidedBet = {
  id: string
  snapshot: PlayerSnapshot
  horse: HorseId
  amount: number
  /** The most that it can pay, in coins. */
  payoutMax: number
  /** The player's day of the bet, in days since the start of 1970. */
  day: number
  /** Of a request that can be sent again. */
  digest: string | undefined
}

/** A bet that waits to be settled, and its race. */
export type DueBet = { bet: RaceBetRow; race: RaceRow }

export type PlacedBet = {
  id: string
  userId: string
  balance: number
  /** Of its transaction. */
  seq: number
  atMs: number
  index: number
}

export type Placed = {
  bets: ReadonlyMap<string, PlacedBet>
  /**
   * What each horse's win could cost the house before them, in the horses'
   * order.
   */
  pools: readonly number[]
}

/** What came of a bet. */
export type SettledBet = Pick<
  RaceBetRow,
  'amount' | 'id' | 'payout' | 'userId'
> & {
  status: 'won' | 'lost' | 'void'
  /** Of the bet as it was settled. */
  hash: string
}

type PlacedRow = {
  id: string | null
  user_id: string
  balance: string
  seq: string
  place: string
  at_ms: string
  pools: string[] | null
}

export class RaceBetsStore {
  readonly #db: Database
  readonly #pool: pg.Pool

  /** @param pool connections that bets have to themselves. */
  constructor(db: Database, pool: pg.Pool) {
    this.#db = db
    this.#pool = pool
  }

  async snapshots(
    userIds: readonly string[],
  ): Promise<Map<string, PlayerSnapshot>> {
    const { rows } = await this.#pool.query({
      name: 'race-snapshots',
      text: `SELECT id, balance, nonce, snapshot_version, play_day, staked_today, paid_today
             FROM users WHERE id = ANY ($1::uuid[])`,
      values: [plainArray(userIds)],
    })
    const snapshots = rows.map((row) => ({
      userId: row.id,
      balance: Number(row.balance),
      nonce: Number(row.nonce),
      snapshotVersion: row.snapshot_version,
      day: {
        day: row.play_day,
        staked: Number(row.staked_today),
        paid: Number(row.paid_today),
      },
    }))
    return new Map(snapshots.map((one) => [one.userId, one]))
  }

  /**
   * Keeps bets of different players on one race, those apart whose players have
   * moved on since.
   *
   * @returns undefined when the race takes no bets any more.
   */
  async place(
    race: number,
    bets: readonly DecidedBet[],
  ): Promise<Placed | undefined> {
    const column = <T extends number | string>(of: (bet: DecidedBet) => T) =>
      plainArray(bets.map(of))
    const { rows } = await this.#pool.query<PlacedRow>({
      name: 'place-race-bets',
      text: PLACE_BETS,
      values: [
        race,
        column(({ snapshot }) => snapshot.userId),
        column(({ id }) => id),
        column(({ snapshot }) => snapshot.nonce),
        column(({ snapshot }) => snapshot.snapshotVersion),
        column(({ horse }) => horse),
        column(({ amount }) => amount),
        column(({ payoutMax }) => payoutMax),
        column(({ day }) => day),
        column(({ digest }) => digest ?? 'NULL'),
      ],
    })
    const before = rows.find(({ pools }) => pools)?.pools
    if (!before) return undefined
    const placed = new Map<string, PlacedBet>()
    for (const { id, user_id: userId, ...row } of rows) {
      if (id === null) continue
      const balance = Number(row.balance)
      const [seq, index] = [Number(row.seq), Number(row.place)]
      const atMs = Number(row.at_ms)
      placed.set(id, { id, userId, balance, seq, atMs, index })
    }
    return { bets: placed, pools: before.map(Number) }
  }

  /** Bets of a race from a place on, in their order. */
  ofRace(race: number, from: number): Promise<RaceBetRow[]> {
    return this.#db
      .select()
      .from(raceBets)
      .where(and(eq(raceBets.raceNumber, race), gte(raceBets.index, from)))
      .orderBy(asc(raceBets.index))
  }

  /** Which of some ids are of a bet, a round or an answer that was kept. */
  async knownAmong(ids: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.#pool.query<{ id: string }>({
      name: 'known-among',
      text: `SELECT id FROM unnest($1::uuid[]) AS asked(id)
             WHERE EXISTS (SELECT FROM race_bets WHERE race_bets.id = asked.id)
               OR EXISTS (SELECT FROM rounds WHERE rounds.id = asked.id)
               OR EXISTS (SELECT FROM kept_answers WHERE kept_answers.id = asked.id)`,
      values: [plainArray(ids)],
    })
    return new Set(rows.map(({ id }) => id))
  }

  /**
   * Pending bets of a race that has come to its end, and those of earlier ones
   * that could not be paid yet; a page by their ids.
   */
  due(
    tx: Transaction,
    { race, after, limit }: { race: number; after: string; limit: number },
  ): Promise<DueBet[]> {
    const isOver = sql`${races.status} IN ('settled', 'void')`
    return tx
      .select({ bet: getTableColumns(raceBets), race: getTableColumns(races) })
      .from(raceBets)
      .innerJoin(races, eq(races.number, raceBets.raceNumber))
      .where(
        and(
          eq(raceBets.status, 'pending'),
          gt(raceBets.id, after),
          or(eq(races.number, race), isOver),
        ),
      )
      .orderBy(asc(raceBets.id))
      .limit(limit)
  }

  /** @returns the new balances of those who were paid. */
  async settle(
    tx: Transaction,
    settled: readonly SettledBet[],
    day: number,
  ): Promise<Map<string, number>> {
    const { rows } = await tx.execute<{ user_id: string; balance: string }>(
      settleBets({
        ids: plainArray(settled.map(({ id }) => id)),
        statuses: plainArray(settled.map(({ status }) => status)),
        payouts: plainArray(settled.map(({ payout }) => payout)),
        hashes: plainArray(settled.map(({ hash }) => hash)),
        day,
      }),
    )
    return new Map(rows.map((row) => [row.user_id, Number(row.balance)]))
  }
}
