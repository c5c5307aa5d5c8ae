import type { Transaction } from '#core/api/history.ts'
import { csvLine } from '../../platform/http/csv.ts'
import { Download } from '../../platform/http/send.ts'

const COLUMNS = [
  'timestamp',
  'type',
  'gameType',
  'amount',
  'balanceAfter',
  'seq',
  'id',
] as const

/** Puts transactions into a CSV file. */
export function historyFile(
  portions: AsyncIterable<readonly Transaction[]>,
): Download {
  return new Download({
    name: 'history.csv',
    type: 'text/csv; charset=utf-8',
    pieces: csv(portions),
  })
}

async function* csv(
  portions: AsyncIterable<readonly Transaction[]>,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for await (const portion of portions) {
    yield portion
      .map((transaction) => csvLine(COLUMNS.map((name) => transaction[name])))
      .join('')
  }
}
