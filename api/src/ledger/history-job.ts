import type { Job } from '../platform/jobs.ts'
import type { HistoryService } from './history.service.ts'

const EVERY_MS = 60 * 1_000

/** Keeps filters and figures of long histories fast, without a cost to the bets. */
export function historyJob(history: HistoryService): Job {
  return {
    name: 'history',
    everyMs: EVERY_MS,
    run: (signal) => history.sumUpSegments(signal),
  }
}
