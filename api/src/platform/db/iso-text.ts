import { type SQL, sql } from 'drizzle-orm'

/**
 * Formats a timestamp column like `Date.toISOString`.
 *
 * @param column trusted SQL, not user input.
 */
export function isoText(column: string): SQL {
  const format = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  return sql.raw(`to_char(${column} AT TIME ZONE 'UTC', '${format}')`)
}
