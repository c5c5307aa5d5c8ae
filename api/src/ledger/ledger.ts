import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { Platform } from '../platform/platform.ts'
import type { SocketHub } from '../platform/ws/socket-hub.ts'
import { AnswerRowsService } from './answer-rows.service.ts'
import { openBalancePushes } from './balance-pushes.ts'
import { HistoryService } from './history.service.ts'
import { HistoryStore } from './history.store.ts'
import { historyJob } from './history-job.ts'
import { HistorySegmentsStore } from './history-segments.store.ts'
import { HouseAccountsService } from './house-accounts.service.ts'
import { housekeepingJob } from './housekeeping-job.ts'
import { LedgerService } from './ledger.service.ts'
import { LedgerStore } from './ledger.store.ts'
import { PlaySummaryStore } from './play-summary.store.ts'
import { PlayedAfterService } from './played-after.service.ts'
import { StakesService } from './stakes.service.ts'
import { StakesStore } from './stakes.store.ts'

export type LedgerModule = ReturnType<typeof openLedger>

/** Every coin, and what became of it. */
export function openLedger(
  {
    betDb,
    clock,
    db,
    events,
  }: Pick<Platform, 'betDb' | 'clock' | 'db' | 'events'>,
  { sockets: { hub } }: { sockets: { hub: SocketHub } },
) {
  const onBalance = openBalancePushes({ events, hub, clock })
  // What it reads, bets wait for: the house's sums, and answers given before.
  const store = new LedgerStore(betDb)
  const service = new LedgerService({ db, store, clock, onBalance })
  const history = historyOver(db)
  return {
    service,
    answerRows: new AnswerRowsService(db),
    /** The same, over the connections of bets. */
    answerRowsForBets: new AnswerRowsService(betDb),
    /** Stakes that are settled later. */
    stakes: new StakesService({
      db,
      store: new StakesStore(),
      ledger: store,
      clock,
    }),
    history,
    played: new PlayedAfterService(db),
    onBalance,
    jobs: [historyJob(history), housekeepingJob(service)],
  }
}

/** The ledger for a command, whose changes no browser waits for. */
export function ledgerOver(db: Database, clock: Clock): LedgerService {
  const store = new LedgerStore(db)
  const onBalance = () => undefined
  return new LedgerService({ db, store, clock, onBalance })
}

/** The house's own accounts, for operators. */
export function houseAccountsOver(db: Database): HouseAccountsService {
  return new HouseAccountsService(db)
}

export function historyOver(db: Database): HistoryService {
  return new HistoryService({
    store: new HistoryStore(db),
    segments: new HistorySegmentsStore(db),
    summaries: new PlaySummaryStore(db),
  })
}
