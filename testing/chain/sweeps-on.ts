import type { Deployment } from '#core/schemas/deployment.ts'
import { sweepsOver } from '../../api/src/features/sweep/sweep.feature.ts'
import type { SweepService } from '../../api/src/features/sweep/sweep.service.ts'
import { instanceIdOf } from '../../api/src/platform/chain/nodes/chain-instance.ts'
import type { Database } from '../../api/src/platform/db/database.ts'

/** The sweeps of a test's chain, as the operator asks for them. */
export async function sweepsOn(
  db: Database,
  deployment: Deployment,
): Promise<SweepService> {
  return sweepsOver(db, await instanceIdOf(db, deployment))
}
