import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { assert } from '#core/assert.ts'
import type { Database } from '../db/database.ts'
import type { SealedBox } from './sealed-box.ts'

/** Secrets that one transaction seals again. */
const BATCH = 200

type Row = Readonly<Record<string, unknown>>

/** A column of secrets, sealed under the master keys. */
export type SealedColumn = {
  name: string
  table: PgTable
  sealed: PgColumn
  /** Identifies a row; indexed in this order. */
  key: readonly PgColumn[]
  /** Other columns that a row's context is made of. */
  bound?: readonly PgColumn[]
  /** Returns the context that a row's secret is sealed for. */
  toContext: (row: Row) => string
}

/** Number of secrets under a version of the master key. */
export type SealedCount = { secrets: string; version: number; count: number }

export async function countSealed(
  db: Database,
  { name, sealed, table }: SealedColumn,
): Promise<SealedCount[]> {
  const version = getVersion(sealed)
  const rows = await db
    .select({ version, count: count() })
    .from(table)
    .groupBy(version)
    .orderBy(version)
  return rows.map((row) => ({ secrets: name, ...row }))
}

/**
 * Seals all secrets of other versions under the current master key. Commits in
 * batches, so a killed run continues where it ended. Values that changed meanwhile
 * are left.
 */
export async function resealColumn(
  db: Database,
  box: SealedBox,
  column: SealedColumn,
): Promise<void> {
  const { key, sealed, table } = column
  const columns = [...key, ...(column.bound ?? []), sealed]
  const isStale = sql`${getVersion(sealed)} <> ${box.version}`
  let after: Row | undefined
  for (;;) {
    const rows: Row[] = await db
      .select(Object.fromEntries(columns.map((one) => [one.name, one])))
      .from(table)
      .where(and(isStale, after && isAfter(key, after)))
      .orderBy(...key.map((one) => asc(one)))
      .limit(BATCH)
    const last = rows.at(-1)
    if (!last) return
    await db.transaction(async (tx) => {
      for (const row of rows) {
        const value = row[sealed.name]
        const isRow = key.map((one) => eq(one, row[one.name]))
        await tx
          .update(table)
          .set({ [sealed.name]: reseal(box, value, column.toContext(row)) })
          .where(and(...isRow, eq(sealed, value)))
      }
    })
    after = last
  }
}

function reseal(box: SealedBox, value: unknown, context: string): Uint8Array {
  assert(value instanceof Uint8Array, 'secrets are bytes')
  const secret = Buffer.from(box.open(value, context))
  const fresh = box.seal(secret, context)
  // The old value is lost: reads back what replaces it.
  assert(secret.equals(box.open(fresh, context)), 'a sealed secret opens')
  return fresh
}

/** Reads the version of the master key from a sealed value. */
function getVersion(sealed: PgColumn): SQL<number> {
  return sql<number>`get_byte(${sealed}, 0) * 256 + get_byte(${sealed}, 1)`
}

function isAfter(key: readonly PgColumn[], row: Row): SQL {
  const columns = sql.join([...key], sql`, `)
  const values = sql.join(
    key.map((one) => sql.param(row[one.name], one)),
    sql`, `,
  )
  return sql`(${columns}) > (${values})`
}
