/**
 * PostgreSQL array literals, for statements that take columns of many rows:
 * a fraction of what the driver's general conversion costs.
 */

/** For values that need no quotes: numbers, UUIDs, hex, NULL. */
export function plainArray(values: readonly (number | string)[]): string {
  return `{${values.join(',')}}`
}

/** For any text. */
export function quotedArray(values: readonly string[]): string {
  return `{${values.map(quoted).join(',')}}`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
