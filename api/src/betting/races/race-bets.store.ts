import { and, asc, eq, gte } from 'drizzle-orm'
import type pg from 'pg'
import type { Database } from '../../platform/db/database.ts'
import { plainArray } from '../../platform/db/sql-values.ts'
import { digestOf } from '../../platform/http/idempotency.ts'
import { PLACE_BETS } from './place-bets.sql.ts'
import type { DecidedRaceBet, HorsePools } from './race-bet.ts'
import type { RaceBetRow } from './races.store.ts'
import { raceBets } from './races.table.ts'

export type PlacedBet = {
  id: string
  userId: string
  balance: number
  /** Seq of its transaction. */
  seq: number
  atMs: number
  index: number
}

export type Placed = {
  bets: ReadonlyMap<string, PlacedBet>
  /** Pools before the bets. */
  pools: HorsePools
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

export type RaceBetsStore = ReturnType<typeof openRaceBetsStore>

/** @param pool connections that only bets use. */
export function openRaceBetsStore(db: Database, pool: pg.Pool) {
  return {
    async players(userIds: readonly string[]) {
      const { rows } = await pool.query({
        name: 'race-snapshots',
        text: `SELECT id, balance, nonce, snapshot_version, play_day, staked_today, paid_today
               FROM users WHERE id = ANY ($1::uuid[])`,
        values: [plainArray(userIds)],
      })
      const players = rows.map((row) => ({
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
      return new Map(players.map((player) => [player.userId, player]))
    },

    /**
     * Commits bets of different players on one race. Leaves out players whose
     * guard failed.
     *
     * @returns undefined if the race is closed.
     */
    async place(race: number, bets: readonly DecidedRaceBet[]) {
      const column = (of: (bet: DecidedRaceBet) => number | string) =>
        plainArray(bets.map(of))
      const { rows } = await pool.query<PlacedRow>({
        name: 'place-race-bets',
        text: PLACE_BETS,
        values: [
          race,
          column(({ player }) => player.userId),
          column(({ pending }) => pending.id),
          column(({ player }) => player.nonce),
          column(({ player }) => player.snapshotVersion),
          column(({ pending }) => pending.bet.horseId),
          column(({ pending }) => pending.bet.amount),
          column(({ payoutMax }) => payoutMax),
          column(({ day }) => day),
          column(({ pending: { request } }) =>
            request ? digestOf(request) : 'NULL',
          ),
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
    },

    /** Returns a race's bets from an index on. */
    ofRace(race: number, from: number): Promise<RaceBetRow[]> {
      return db
        .select()
        .from(raceBets)
        .where(and(eq(raceBets.raceNumber, race), gte(raceBets.index, from)))
        .orderBy(asc(raceBets.index))
    },

    /** Returns the ids that a bet, a round or a stored answer has. */
    async knownAmong(ids: readonly string[]) {
      const { rows } = await pool.query<{ id: string }>({
        name: 'known-among',
        text: `SELECT id FROM unnest($1::uuid[]) AS asked(id)
               WHERE EXISTS (SELECT FROM race_bets WHERE race_bets.id = asked.id)
                 OR EXISTS (SELECT FROM rounds WHERE rounds.id = asked.id)
                 OR EXISTS (SELECT FROM kept_answers WHERE kept_answers.id = asked.id)`,
        values: [plainArray(ids)],
      })
      return new Set(rows.map(({ id }) => id))
    },
  }
}
