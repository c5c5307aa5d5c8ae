export type CsvValue = string | number | boolean | null

/**
 * Characters that start a formula in spreadsheets, full-width ones included.
 * Locales with a decimal comma also split fields at semicolons.
 */
const FORMULA = /(^|[;\t\r\n])(?=\s*[=+\-@＝＋－＠])/g

/** Formats an RFC 4180 line, and escapes texts that a spreadsheet would evaluate. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(fieldOf).join(',')}\r\n`
}

function fieldOf(value: CsvValue): string {
  const text =
    typeof value === 'string'
      ? value.replaceAll(FORMULA, "$1'")
      : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
