import type { Guards } from '../../platform/http/player.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LedgerFeature } from '../ledger/ledger.feature.ts'
import { historyReference } from './history.reference.ts'
import { historyRoutes } from './history.routes.ts'
import {
  type BetSource,
  PlayerHistoryService,
} from './player-history.service.ts'

type Needs = {
  ledger: Pick<LedgerFeature, 'history'>
  /** Whoever takes bets. */
  sources: readonly BetSource[]
}

export type HistoryFeature = ReturnType<typeof openHistory>

/** What players see of their transactions, with what became of their bets. */
export function openHistory(
  { games, log }: Pick<Platform, 'games' | 'log'>,
  { ledger, sources }: Needs,
) {
  const service = new PlayerHistoryService(ledger.history, sources)
  return {
    service,
    reference: [historyReference(games)],
    routes: ({ requirePlayer }: Guards) =>
      historyRoutes({ history: service, games, requirePlayer, log }),
  }
}
