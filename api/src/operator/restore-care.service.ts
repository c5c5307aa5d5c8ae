import type { Restore } from '#core/api/fairness.ts'
import { RESTORE } from '#core/pauses.ts'
import type { FairnessService } from '../betting/fairness/fairness.service.ts'
import type { PausesService } from '../betting/pauses/pauses.service.ts'
import { abandonOpenRounds } from '../betting/rounds/rounds.service.ts'
import type { Database } from '../platform/db/database.ts'
import type { Asked } from './operator-actions.service.ts'
import type { OperatorLog } from './operator-log.service.ts'

type RestoreCareDeps = {
  db: Database
  operatorLog: OperatorLog
  fairness: Pick<FairnessService, 'renewAll'>
  pauses: Pick<PausesService, 'follow' | 'resume'>
}

/**
 * Settles a restored database, so that it accepts bets again: replaces every
 * player's seeds, ends open rounds, since players may know their results, and
 * resumes all games without a pause of their own.
 *
 * @param asked with the reason that players see.
 */
export async function settleRestore(
  { db, fairness, operatorLog, pauses }: RestoreCareDeps,
  { actor, reason }: Asked,
): Promise<Restore> {
  const { firstEpoch, startedAt } = await db.transaction(async (tx) => {
    const lineage = await fairness.renewAll(tx, reason)
    await abandonOpenRounds(tx)
    await pauses.resume(RESTORE, tx)
    await operatorLog.add(tx, actor, {
      action: 'settle_restore',
      target: 'house',
      after: { firstEpoch: lineage.firstEpoch },
      reason,
    })
    return lineage
  })
  await pauses.follow()
  return { epoch: firstEpoch, at: startedAt.toISOString(), reason }
}
