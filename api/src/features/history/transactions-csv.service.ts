import type { Transaction } from '#core/schemas/transaction.ts'
import { csvLine } from '../../platform/http/csv.ts'

const COLUMNS = [
  'timestamp',
  'type',
  'gameType',
  'amount',
  'balanceAfter',
  'seq',
  'id',
] as const

/** Transactions as a file, a piece of it for each portion. */
export async function* transactionsCsv(
  portions: AsyncIterable<readonly Transaction[]>,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for await (const portion of portions) {
    yield portion
      .map((transaction) => csvLine(COLUMNS.map((name) => transaction[name])))
      .join('')
  }
}
