import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Bankroll } from './bankroll.ts'

const EVERY_MS = 500

/**
 * Keeps the process's bankroll near the ledger's, and fills the house up when
 * it runs low. What several processes together overdrew is granted in any case.
 */
export function bankrollJob(deps: {
  ledger: LedgerService
  bankroll: Bankroll
  refill: boolean
  log: Logger
  metrics: Metrics
}): Job {
  const { ledger, bankroll, refill, log, metrics } = deps
  return {
    name: 'bankroll',
    everyMs: EVERY_MS,
    // What the process does not know of the house is never to be old.
    backOffMaxMs: EVERY_MS,
    async run() {
      const overdrawn = await ledger.coverHouse()
      if (overdrawn > 0) {
        log.error({ granted: overdrawn }, 'house.overdraft_covered')
      }
      const lacking = refill ? await ledger.refillHouse() : 0
      if (lacking > 0) {
        log.warn({ granted: lacking }, 'house.refilled')
      }
      metrics.houseRefills.inc(overdrawn + lacking)
      await bankroll.follow(() => ledger.totals())
    },
  }
}
