import { type SQL, sql } from 'drizzle-orm'

/** SQL for the transaction's time (`now()`) in whole epoch milliseconds. */
export const NOW_MS = 'floor(extract(epoch FROM now()) * 1000)::int8'

/**
 * Formats a timestamp column like `Date.toISOString`.
 *
 * @param column trusted SQL, not user input.
 */
export function isoText(column: string): SQL {
  const format = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  return sql.raw(`to_char(${column} AT TIME ZONE 'UTC', '${format}')`)
}

/**
 * Formats an array literal of values that need no quotes: numbers, UUIDs, hex
 * and NULL. Costs a fraction of the driver's general conversion.
 */
export function plainArray(values: readonly (number | string)[]): string {
  return `{${values.join(',')}}`
}

/** Formats an array literal of any texts. */
export function quotedArray(values: readonly string[]): string {
  return `{${values.map(quoted).join(',')}}`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
