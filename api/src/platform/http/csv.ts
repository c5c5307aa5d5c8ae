/** What a field of a file is made of. */
export type CsvValue = string | number | boolean | null

/**
 * What spreadsheets take for the beginning of a formula, full-width signs
 * included. Where a comma is the decimal sign, fields end at a semicolon.
 */
const FORMULA = /(^|[;\t\r\n])(?=\s*[=+\-@＝＋－＠])/g

/** A line as RFC 4180 has it. What a spreadsheet would calculate in a text is marked as text. */
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
