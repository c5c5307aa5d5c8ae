import {
  exportTransactions,
  listTransactions,
  readPlaySummary,
} from '#core/api/history.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { LedgerModule } from '../ledger.ts'
import { historyFile } from './history-file.service.ts'
import {
  type BetSource,
  PlayerHistoryService,
} from './player-history.service.ts'

type Needs = {
  ledger: Pick<LedgerModule, 'history'>
  /** Services that store bets. */
  sources: readonly BetSource[]
}

export type HistoryModule = ReturnType<typeof openHistory>

/** Opens the players' history of transactions and bets. */
export function openHistory({ ledger, sources }: Needs) {
  const service = new PlayerHistoryService(ledger.history, sources)
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
  }
}
