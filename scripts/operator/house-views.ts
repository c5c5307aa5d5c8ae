import { existsSync } from 'node:fs'
import { openPausesService } from '../../api/src/betting/pauses/pauses.service.ts'
import { openAnchors } from '../../api/src/ledger/anchors/anchors.ts'
import { openLedger } from '../../api/src/ledger/ledger.ts'
import { openOperatorViews } from '../../api/src/operator/operator-views.service.ts'
import { knownInstanceId } from '../../api/src/platform/chain/nodes/chain-instance.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { makeMetrics } from '../../api/src/platform/metrics.ts'
import { readDeployment } from '../../contracts/read-deployment.ts'
import { launchConfigOf } from '../product/launch-config.ts'

/** Services of views for commands, while the API runs or is stopped. */
export async function houseViews(db: Database) {
  const { deploymentFile } = launchConfigOf(process.env)
  const deployment = existsSync(deploymentFile)
    ? readDeployment(deploymentFile)
    : undefined
  const instanceId = deployment && (await knownInstanceId(db, deployment))
  const seconds = Number(process.env.ANCHOR_EVERY_SECONDS ?? 3_600)
  const { service: anchors } = openAnchors({
    db,
    chain: deployment && {
      chain: { deployment },
      site: { instanceId },
      account: process.env.OPERATOR_PRIVATE_KEY || undefined,
    },
    everyMs: seconds * 1_000,
  })
  const pauses = openPausesService(db)
  await pauses.follow()
  const opened = { clock: systemClock, db, metrics: makeMetrics() }
  const { service: ledger } = openLedger(opened)
  return openOperatorViews(opened, { anchors, instanceId, ledger, pauses })
}
