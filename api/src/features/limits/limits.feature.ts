import type { Database } from '../../platform/db/database.ts'
import type { Guards } from '../../platform/http/player.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FairnessFeature } from '../fairness/fairness.feature.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import { limitsReference } from './limits.reference.ts'
import { limitsRoutes } from './limits.routes.ts'
import { LimitsService } from './limits.service.ts'
import { LimitsStore } from './limits.store.ts'

export type LimitsFeature = ReturnType<typeof openLimits>

/** The limits that players set themselves. */
export function openLimits(
  { betDb, clock, db }: Pick<Platform, 'betDb' | 'clock' | 'db'>,
  { fairness }: { fairness: Pick<FairnessFeature, 'forBets' | 'service'> },
) {
  const over = (on: Database, seeds: FairnessService) => {
    const store = new LimitsStore(on)
    return new LimitsService({ db: on, store, fairness: seeds, clock })
  }
  const service = over(db, fairness.service)
  return {
    service,
    /** The same, over the connections of bets. */
    forBets: over(betDb, fairness.forBets),
    reference: [limitsReference],
    routes: ({ requirePlayer }: Guards) => limitsRoutes(service, requirePlayer),
  }
}
