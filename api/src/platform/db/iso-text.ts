import { type SQL, sql } from 'drizzle-orm'

/** SQL of a time as `Date.toISOString` writes it. @param column of our own naming. */
export function isoText(column: string): SQL {
  const format = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  return sql.raw(`to_char(${column} AT TIME ZONE 'UTC', '${format}')`)
}
