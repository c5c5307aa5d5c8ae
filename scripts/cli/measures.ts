export type Measure = {
  name: string
  /** Rounded when printed. */
  value: number
  unit: string
  /** Condition of `ok`, as printed. */
  bar: string
  ok: boolean
}

export function atMost(
  name: string,
  value: number,
  unit: string,
  bar: number,
): Measure {
  return { name, value, unit, bar: `at most ${bar}`, ok: value <= bar }
}

export function atLeast(
  name: string,
  value: number,
  unit: string,
  bar: number,
): Measure {
  return { name, value, unit, bar: `at least ${bar}`, ok: value >= bar }
}

/** A figure without a bar, for comparison. */
export function withoutBar(name: string, value: number, unit: string): Measure {
  return { name, value, unit, bar: 'as it is', ok: true }
}

/** A count that has to be 0. */
export function none(name: string, value: number, unit = ''): Measure {
  return { name, value, unit, bar: '0', ok: value === 0 }
}

/**
 * Prints a table, and with `json` an object on the last line. Sets the exit code
 * to 1 if a row misses its bar.
 */
export function report(rows: readonly Measure[], { json }: { json: boolean }) {
  const names = toColumn(rows.map(({ name }) => name))
  const figures = toColumn(
    rows.map(({ value, unit }) => `${toShown(value)} ${unit}`),
  )
  for (const [index, { bar, ok }] of rows.entries()) {
    const mark = ok ? 'ok  ' : 'FAIL'
    console.log(`${mark}  ${names[index]}  ${figures[index]}  ${bar}`)
  }
  if (json) console.log(JSON.stringify({ rows }))
  if (rows.some(({ ok }) => !ok)) process.exitCode = 1
}

function toColumn(cells: readonly string[]): string[] {
  const width = Math.max(...cells.map(({ length }) => length))
  return cells.map((cell) => cell.padEnd(width))
}

/** Rounds a figure to a whole number or four digits. */
function toShown(value: number): number {
  return Math.abs(value) < 1_000
    ? Number(value.toPrecision(4))
    : Math.round(value)
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}

/** Returns the nearest-rank percentile; infinity without values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const rank = Math.ceil((percent / 100) * sorted.length)
  return sorted[Math.max(rank, 1) - 1] ?? Number.POSITIVE_INFINITY
}
