import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { auditDays, auditLeaves } from './audit.table.ts'

export type DayRow = typeof auditDays.$inferSelect
export type LeafRow = typeof auditLeaves.$inferSelect

/** A stored leaf, and where the player's log stood the day before. */
export type StoredSpan = LeafRow & {
  after: number
  balanceBefore: number
  openBefore: string[]
}

/** Rows of one INSERT; PostgreSQL takes 65535 values in one. */
const LEAVES_AT_ONCE = 5_000
const PAGE_SIZE = 5_000

/** What was published of closed days. */
export class AuditStore {
  readonly #db: Database | Transaction

  constructor(db: Database | Transaction) {
    this.#db = db
  }

  /** Newest first. */
  days({
    before,
    limit,
  }: {
    before?: number | undefined
    limit: number
  }): Promise<DayRow[]> {
    return this.#db
      .select()
      .from(auditDays)
      .where(before === undefined ? undefined : lt(auditDays.number, before))
      .orderBy(desc(auditDays.number))
      .limit(limit)
  }

  async byNumber(number: number): Promise<DayRow | undefined> {
    const [day] = await this.days({ before: number + 1, limit: 1 })
    return day?.number === number ? day : undefined
  }

  async last(): Promise<DayRow | undefined> {
    const [day] = await this.days({ limit: 1 })
    return day
  }

  async leafOf(number: number, player: string): Promise<LeafRow | undefined> {
    const [leaf] = await this.#db
      .select()
      .from(auditLeaves)
      .where(
        and(eq(auditLeaves.number, number), eq(auditLeaves.player, player)),
      )
    return leaf
  }

  /** Leaves of a day in the order of their players, a page. */
  async spans(number: number, after: string): Promise<StoredSpan[]> {
    const before = alias(auditLeaves, 'before')
    const rows = await this.#db
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
      .where(and(eq(auditLeaves.number, number), gt(auditLeaves.player, after)))
      .orderBy(asc(auditLeaves.player))
      .limit(PAGE_SIZE)
    return rows.map((row) => ({
      ...row.leaf,
      after: row.after ?? 0,
      balanceBefore: row.balanceBefore ?? 0,
      openBefore: row.openBefore ?? [],
    }))
  }
}

/** Adds a closed day: all of it, or nothing where it is there already. */
export async function addDay(
  tx: Transaction,
  day: DayRow,
  leaves: readonly LeafRow[],
): Promise<void> {
  await tx.insert(auditDays).values(day)
  for (let from = 0; from < leaves.length; from += LEAVES_AT_ONCE) {
    const portion = leaves.slice(from, from + LEAVES_AT_ONCE)
    await tx.insert(auditLeaves).values(portion)
  }
}
