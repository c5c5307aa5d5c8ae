import type { Transaction } from '#core/schemas/transaction.ts'

const COLUMNS = [
  'timestamp',
  'type',
  'gameType',
  'amount',
  'balanceAfter',
  'seq',
  'id',
] as const

/** Transactions as RFC 4180 has them, a piece of the file for each portion. */
export async function* transactionsCsv(
  portions: AsyncIterable<readonly Transaction[]>,
): AsyncGenerator<string> {
  yield lineOf(COLUMNS)
  for await (const portion of portions) {
    yield portion
      .map((transaction) => lineOf(COLUMNS.map((name) => transaction[name])))
      .join('')
  }
}

function lineOf(values: readonly (string | number | null)[]): string {
  return `${values.map(fieldOf).join(',')}\r\n`
}

function fieldOf(value: string | number | null): string {
  const text = String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
