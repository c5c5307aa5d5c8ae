/** One line of what a measuring command found out. */
export type Measure = {
  name: string
  value: number
  unit: string
  /** In words or figures: what the value has to be. */
  bar: string
  ok: boolean
}

type Figure = Omit<Measure, 'ok' | 'bar'>

/** What must not be more than `bar`. */
export function atMost(bar: number, figure: Figure): Measure {
  return { ...figure, bar: `at most ${bar}`, ok: figure.value <= bar }
}

/** What must not be less than `bar`. */
export function atLeast(bar: number, figure: Figure): Measure {
  return { ...figure, bar: `at least ${bar}`, ok: figure.value >= bar }
}

/** What is told beside the others, good or bad only beside another one. */
export function asItIs(figure: Figure): Measure {
  return { ...figure, bar: 'as it is', ok: true }
}

/** A count of what must not happen at all. */
export function none(name: string, value: number, unit = ''): Measure {
  return { name, value, unit, bar: '0', ok: value === 0 }
}

/**
 * Prints a table for people and, when asked to, one JSON object on the last
 * line. The exit code says whether every row is as it has to be.
 */
export function report(rows: readonly Measure[], { json }: { json: boolean }) {
  const names = columnOf(rows.map(({ name }) => name))
  const figures = columnOf(rows.map(({ value, unit }) => `${value} ${unit}`))
  for (const [index, { bar, ok }] of rows.entries()) {
    const mark = ok ? 'ok  ' : 'FAIL'
    console.log(`${mark}  ${names[index]}  ${figures[index]}  ${bar}`)
  }
  if (json) console.log(JSON.stringify({ rows }))
  if (rows.some(({ ok }) => !ok)) process.exitCode = 1
}

function columnOf(cells: readonly string[]): string[] {
  const width = Math.max(...cells.map(({ length }) => length))
  return cells.map((cell) => cell.padEnd(width))
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}
