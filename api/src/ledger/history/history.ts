import {
  exportTransactions,
  listTransactions,
  readPlaySummary,
  type Transaction,
} from '#core/api/history.ts'
import type { Database } from '../../platform/db/database.ts'
import { csvFile } from '../../platform/http/csv.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { type BetSource, openHistoryService } from './history.service.ts'

const SUM_UP_EVERY_MS = 60 * 1_000

const CSV_COLUMNS = [
  'timestamp',
  'type',
  'gameType',
  'amount',
  'balanceAfter',
  'seq',
  'id',
] as const

export type HistoryModule = ReturnType<typeof openHistory>

/** Opens players' history. Without sources, bets have no settlements. */
export function openHistory({
  db,
  sources = [],
}: {
  db: Database
  sources?: readonly BetSource[]
}) {
  const service = openHistoryService(db, sources)
  return {
    service,
    mount(serve: Serve) {
      serve(listTransactions, ({ playerId, query }) =>
        service.page(playerId, query),
      )
      serve(readPlaySummary, ({ playerId, query }) =>
        service.summary(playerId, query),
      )
      serve(exportTransactions, ({ playerId, query }) =>
        historyFile(service.all(playerId, query)),
      )
    },
    jobs: [
      {
        name: 'history',
        everyMs: SUM_UP_EVERY_MS,
        run: service.sumUpSegments,
      },
    ],
  }
}

export function historyFile(chunks: AsyncIterable<readonly Transaction[]>) {
  return csvFile('history.csv', CSV_COLUMNS, chunks)
}
