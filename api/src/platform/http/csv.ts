/** What a field of a file is made of. */
export type CsvValue = string | number | boolean | null

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A line as RFC 4180 has it. A text that a spreadsheet would calculate is marked as text. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(fieldOf).join(',')}\r\n`
}

function fieldOf(value: CsvValue): string {
  const text =
    typeof value === 'string' && FORMULA.test(value)
      ? `'${value}`
      : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
