import {
  listCommitments,
  readFairness,
  setClientSeed,
} from '#core/api/fairness.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { epochProofs } from './epoch-proofs.ts'
import { openFairnessService } from './fairness.service.ts'
import { openFairnessStore } from './fairness.store.ts'
import { streamKeyBox } from './stream-keys.ts'

type FairnessPlatform = Pick<
  Platform,
  'betDb' | 'box' | 'clock' | 'db' | 'entropy' | 'hashes'
>

export type FairnessModule = ReturnType<typeof openFairness>

/** Opens the seeds that rounds are drawn from, and their proofs. */
export function openFairness({ betDb, box, db, ...rest }: FairnessPlatform) {
  const { entropy, hashes } = rest
  const serviceOn = (connections: Database) =>
    openFairnessService({
      ...rest,
      db: connections,
      store: openFairnessStore(connections),
      keys: streamKeyBox(box, entropy),
      proofs: epochProofs(hashes),
    })
  const service = serviceOn(db)
  return {
    service,
    /** Like `service`, on the connections reserved for bets. */
    forBets: serviceOn(betDb),
    mount(serve: Serve) {
      serve(readFairness, ({ playerId }) => service.state(playerId))
      serve(listCommitments, ({ playerId, query }) =>
        service.commitments(playerId, Number(query.epoch)),
      )
      serve(setClientSeed, async ({ body, playerId }) => {
        await service.setClientSeed(playerId, body)
        return service.state(playerId)
      })
    },
  }
}
