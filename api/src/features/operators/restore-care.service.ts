import { RESTORE } from '#core/fairness/restore.ts'
import type { Restore } from '#core/schemas/fairness.ts'
import type { Database } from '../../platform/db/database.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import { abandonOpenRounds } from '../rounds/abandoned-rounds.service.ts'
import type { Asked } from './operator-actions.service.ts'
import type { OperatorLog } from './operator-log.service.ts'

type RestoreCareDeps = {
  db: Database
  operatorLog: OperatorLog
  fairness: Pick<FairnessService, 'renewAll'>
  pauses: Pick<PausesService, 'follow' | 'resume'>
}

/** Settles a restored database, so that it takes bets again. */
export class RestoreCareService {
  readonly #deps: RestoreCareDeps

  constructor(deps: RestoreCareDeps) {
    this.#deps = deps
  }

  /**
   * Gives every player new seeds, has open rounds end by themselves, since
   * their players may know what comes, and opens all games that nobody paused.
   *
   * @param asked whose reason players are told.
   */
  async settle({ actor, reason }: Asked): Promise<Restore> {
    const { db, fairness, operatorLog, pauses } = this.#deps
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
}
