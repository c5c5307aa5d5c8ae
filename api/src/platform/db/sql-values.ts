import { type SQL, sql } from 'drizzle-orm'

/** SQL for the transaction's time (`now()`) in whole epoch milliseconds. */
export const NOW_MS = 'floor(extract(epoch FROM now()) * 1000)::int8'

/** Formats a timestamp column (trusted SQL) like `Date.toISOString`. */
export function isoText(column: string): SQL {
  const format = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  return sql.raw(`to_char(${column} AT TIME ZONE 'UTC', '${format}')`)
}

/** Formats an array literal of numbers, UUIDs, hex and NULL: a fast path. */
export function plainArray(values: readonly (number | string)[]): string {
  return `{${values.join(',')}}`
}

/** Formats an array literal of any texts. */
export function quotedArray(values: readonly string[]): string {
  return `{${values.map(quote).join(',')}}`
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

type Value = number | string | null

/** SQL type and value of each column of some rows. */
export type Columns<Row> = Readonly<
  Record<string, readonly [type: string, of: (row: Row) => Value]>
>

/**
 * Passes rows to a prepared statement, a parameter a column from number `first`
 * on. Values need no quotes, but `json text` takes any text.
 */
export function rowsInput<Row>(
  name: string,
  columns: Columns<Row>,
  first: number,
) {
  const list = Object.entries(columns)
  const sources = list.map(([, [type]], at) => {
    const parameter = `$${first + at}`
    if (type === 'jsonb') return `jsonb_array_elements(${parameter})`
    if (type === 'json text') return `json_array_elements_text(${parameter})`
    return `unnest(${parameter}::${type}[])`
  })
  const names = list.map(([column]) => column)
  return {
    sql: `ROWS FROM (${sources.join(', ')}) AS ${name}(${names.join(', ')})`,
    values: (rows: readonly Row[]): string[] =>
      list.map(([, [type, of]]) => {
        if (type === 'json text') return JSON.stringify(rows.map(of))
        const texts = rows.map(of).join(',')
        return type === 'jsonb' ? `[${texts}]` : `{${texts}}`
      }),
  }
}
