/** Prints rows by their fields; fields of nested objects have their own columns. */
export function formatTable(
  rows: readonly object[],
  columns?: string[],
): string {
  const flat = rows.map(flatten)
  if (flat.length === 0) return 'There are none.'
  const names = columns ?? [...new Set(flat.flatMap((row) => [...row.keys()]))]
  const lines = [
    names,
    ...flat.map((row) => names.map((name) => toText(row.get(name)))),
  ]
  const widths = names.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function flatten(row: object): Map<string, unknown> {
  return new Map(
    Object.entries(row).flatMap(([name, value]) =>
      value?.constructor === Object
        ? Object.entries<unknown>(value)
        : [[name, value] as const],
    ),
  )
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
