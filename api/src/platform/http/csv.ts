import { Download } from './send.ts'

export function csvFile<Column extends string>(
  name: string,
  columns: readonly Column[],
  pages: AsyncIterable<readonly Readonly<Partial<Record<Column, unknown>>>[]>,
): Download {
  async function* lines() {
    yield csvLine(columns)
    for await (const page of pages) {
      yield page
        .map((row) => csvLine(columns.map((column) => row[column])))
        .join('')
    }
  }
  const type = 'text/csv; charset=utf-8'
  return new Download({ name, type, pieces: lines() })
}

/**
 * Starts of formulas; locales with a decimal comma also split at semicolons.
 */
const FORMULA = /(^|[;\t\r\n])(?=\s*[=+\-@＝＋－＠])/g

/** Formats an RFC 4180 line, and escapes texts that a spreadsheet would evaluate. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(toField).join(',')}\r\n`
}

function toField(value: unknown): string {
  const isObject = typeof value === 'object' && value !== null
  const plain = isObject ? JSON.stringify(value) : (value ?? '')
  const text =
    typeof plain === 'string' ? plain.replaceAll(FORMULA, "$1'") : String(plain)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
