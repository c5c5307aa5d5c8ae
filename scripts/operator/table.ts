/** Prints rows by their fields, without nested objects. */
export function tableOf(rows: readonly object[]): string {
  const [first] = rows
  if (!first) return 'There are none.'
  const columns = Object.keys(first)
  const lines = [columns, ...rows.map((row) => textsOf(row, columns))]
  const widths = columns.map((_, column) =>
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

function textsOf(row: object, columns: readonly string[]): string[] {
  const values = new Map<string, unknown>(Object.entries(row))
  return columns.map((column) => {
    const value = values.get(column)
    if (value === null || value === undefined) return '-'
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  })
}
