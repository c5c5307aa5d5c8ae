import { and, count, eq, lte, sql } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import {
  type Database,
  onlyRow,
  type Transaction,
} from '../../platform/db/database.ts'
import type { Guard } from '../../platform/db/lease.ts'
import { OPEN_STAKES } from '../ledger.store.ts'
import { auditSnapshots, type PlayerBalance } from './audit.table.ts'

export type Snapshot = {
  endedAt: Date
  closedAt: Date
  jackpot: number
  /** Number of pages. */
  pages: number
}

/** Players of a page, whose leaves are hashed and written at once. */
const PAGE_SIZE = 1_000
/** Enough for tens of millions of players. */
const TIMEOUT_MS = 600_000

/** Finds the snapshot of a day whose closing was interrupted. */
export async function findSnapshot(
  db: Database,
  number: number,
): Promise<Snapshot | undefined> {
  const { closedAt, endedAt, jackpot } = auditSnapshots
  const [snapshot] = await db
    .select({ endedAt, closedAt, jackpot, pages: count() })
    .from(auditSnapshots)
    .where(eq(auditSnapshots.number, number))
    .groupBy(endedAt, closedAt, jackpot)
  return snapshot
}

/**
 * Stores the coins owed to every player and the jackpot. One statement sees one
 * moment of the database.
 * @throws when the accounts do not sum to zero, so that nothing is published
 */
export function takeSnapshot(
  { db, term }: { db: Database; term: Guard },
  {
    number,
    ...times
  }: { number: number } & Pick<Snapshot, 'endedAt' | 'closedAt'>,
): Promise<Snapshot> {
  const endedAt = times.endedAt.toISOString()
  const closedAt = times.closedAt.toISOString()
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`SET LOCAL statement_timeout = ${TIMEOUT_MS}`))
    const { rows } = await tx.execute<{
      sum: string
      jackpot: number
      players: number
    }>(sql`
      WITH account AS (
        SELECT coalesce(sum(house_balance + jackpot + grant_balance + chain_balance), 0) AS sum,
          coalesce(sum(jackpot), 0)::int8 AS jackpot
        FROM global_stats
      ), player AS MATERIALIZED (
        SELECT users.id, seq, balance, coalesce(staked, 0)::int8 AS staked,
          coalesce(open_rounds, '{}') AS open_rounds,
          (row_number() OVER (ORDER BY users.id) - 1) / ${PAGE_SIZE} AS page
        FROM users LEFT JOIN (
          SELECT user_id, sum(staked) AS staked FROM ${OPEN_STAKES} AS bet GROUP BY user_id
        ) AS bets ON bets.user_id = users.id LEFT JOIN (
          SELECT user_id, array_agg(id ORDER BY id) AS open_rounds
          FROM open_rounds GROUP BY user_id
        ) AS rounds ON rounds.user_id = users.id
      ), page AS (
        INSERT INTO audit_snapshots (number, page, ended_at, closed_at, jackpot, players)
        SELECT ${number}, page, ${endedAt}::timestamptz, ${closedAt}::timestamptz,
          jackpot, json_agg(json_build_object('player', player.id,
            'seq', seq, 'balance', balance, 'staked', staked,
            'openRounds', open_rounds) ORDER BY player.id)
        FROM player, account GROUP BY page, jackpot
      )
      SELECT account.sum + (SELECT coalesce(sum(balance), 0) FROM player) AS sum,
        jackpot, (SELECT count(*) FROM player) AS players
      FROM account`)
    const { jackpot, players, sum } = onlyRow(rows)
    assert(BigInt(sum) === 0n, `all accounts sum to zero, not to ${sum} coins`)
    // Last, because its lock stops renewals of the lease.
    await term.guard(tx)
    return { ...times, jackpot, pages: Math.ceil(players / PAGE_SIZE) }
  })
}

export async function readPlayers(
  db: Database,
  number: number,
  page: number,
): Promise<PlayerBalance[]> {
  const rows = await db
    .select({ players: auditSnapshots.players })
    .from(auditSnapshots)
    .where(
      and(eq(auditSnapshots.number, number), eq(auditSnapshots.page, page)),
    )
  return onlyRow(rows).players
}

/** Removes snapshots up to a day's, which its publication replaces. */
export async function removeSnapshots(
  tx: Transaction,
  number: number,
): Promise<void> {
  await tx.delete(auditSnapshots).where(lte(auditSnapshots.number, number))
}
