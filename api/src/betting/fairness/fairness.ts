import {
  listCommitments,
  readFairness,
  setClientSeed,
} from '#core/api/fairness.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { epochProofs } from './epoch-proofs.ts'
import { FairnessService } from './fairness.service.ts'
import { FairnessStore } from './fairness.store.ts'
import { streamKeyBox } from './stream-keys.ts'

type FairnessPlatform = Pick<
  Platform,
  'betDb' | 'box' | 'clock' | 'db' | 'entropy' | 'hashes'
>

export type FairnessModule = ReturnType<typeof openFairness>

/** Opens the seeds that rounds are drawn from, and their proofs. */
export function openFairness({
  betDb,
  box,
  clock,
  db,
  entropy,
  hashes,
}: FairnessPlatform) {
  const serviceOn = (connections: Database) =>
    new FairnessService({
      db: connections,
      store: new FairnessStore(connections),
      hashes,
      keys: streamKeyBox(box, entropy),
      proofs: epochProofs(hashes),
      entropy,
      clock,
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
