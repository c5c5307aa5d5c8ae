import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ClosedDay } from '#core/api/audit.ts'
import { chunksOf } from '../../platform/batches.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { auditDays, auditLeaves } from './audit.table.ts'

export type DayRow = typeof auditDays.$inferSelect
export type LeafRow = typeof auditLeaves.$inferSelect

/** A leaf with the state at the previous closing, where the day's log begins. */
export type StoredSpan = LeafRow & {
  after: number
  balanceBefore: number
  openBefore: string[]
}

/** Rows of one INSERT; PostgreSQL limits it to 65535 values. */
const LEAVES_AT_ONCE = 5_000
const SPANS_AT_ONCE = 5_000
const DAYS_PER_PAGE = 30

/** Lists closed days, newest first. @param before number of the previous page's last day. */
export function listDays(
  db: Database,
  before?: number,
  limit = DAYS_PER_PAGE,
): Promise<DayRow[]> {
  return db
    .select()
    .from(auditDays)
    .where(before === undefined ? undefined : lt(auditDays.number, before))
    .orderBy(desc(auditDays.number))
    .limit(limit)
}

export async function lastDay(db: Database): Promise<DayRow | undefined> {
  const [day] = await listDays(db, undefined, 1)
  return day
}

export function allDays(db: Database): Promise<DayRow[]> {
  return db.select().from(auditDays).orderBy(asc(auditDays.number))
}

export async function leafOf(
  db: Database,
  number: number,
  player: string,
): Promise<LeafRow | undefined> {
  const [leaf] = await db
    .select()
    .from(auditLeaves)
    .where(and(eq(auditLeaves.number, number), eq(auditLeaves.player, player)))
  return leaf
}

/** Reads a page of a day's leaves, ordered by player. */
export async function spansAfter(
  db: Database,
  number: number,
  player: string,
): Promise<StoredSpan[]> {
  const before = alias(auditLeaves, 'before')
  const rows = await db
    .select({
      leaf: auditLeaves,
      after: before.seq,
      balanceBefore: before.balance,
      openBefore: before.openRounds,
    })
    .from(auditLeaves)
    .leftJoin(
      before,
      and(
        eq(before.number, sql`${auditLeaves.number} - 1`),
        eq(before.player, auditLeaves.player),
      ),
    )
    .where(and(eq(auditLeaves.number, number), gt(auditLeaves.player, player)))
    .orderBy(asc(auditLeaves.player))
    .limit(SPANS_AT_ONCE)
  return rows.map((row) => ({
    ...row.leaf,
    after: row.after ?? 0,
    balanceBefore: row.balanceBefore ?? 0,
    openBefore: row.openBefore ?? [],
  }))
}

export async function addDay(
  tx: Transaction,
  day: DayRow,
  leaves: readonly LeafRow[],
): Promise<void> {
  await tx.insert(auditDays).values(day)
  for (const rows of chunksOf(leaves, LEAVES_AT_ONCE))
    await tx.insert(auditLeaves).values([...rows])
}

export function shownDay(row: DayRow): ClosedDay {
  const { closedAt, count, digest, endedAt, jackpot, number } = row
  const { players, previous, root, sum, version } = row
  const lastMoment = new Date(endedAt.getTime() - 1)
  return {
    version,
    number,
    day: lastMoment.toISOString().slice(0, 10),
    closedAt: closedAt.toISOString(),
    root,
    sum,
    jackpot,
    players,
    count,
    previous,
    digest,
  }
}
