import type { Deployment } from '#core/schemas/deployment.ts'
import { SweepService } from '../features/sweep/sweep.service.ts'
import { SweepStore } from '../features/sweep/sweep.store.ts'
import { instanceIdOf } from '../platform/chain/chain-instance.ts'
import type { Database } from '../platform/db/database.ts'

/** The sweeps of a test's chain, as the operator asks for them. */
export async function sweepsOn(
  db: Database,
  deployment: Deployment,
): Promise<SweepService> {
  const instanceId = await instanceIdOf(db, deployment)
  const store = new SweepStore(db, instanceId)
  return new SweepService({ db, instanceId, store })
}
