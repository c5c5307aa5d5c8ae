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

/** The seeds that rounds are drawn from, and the proofs of them. */
export function openFairness(platform: FairnessPlatform) {
  const service = fairnessOver(platform.db, platform)
  return {
    service,
    /** The same, over the connections of bets. */
    forBets: fairnessOver(platform.betDb, platform),
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

/** The same for a command. */
export function fairnessOver(
  db: Database,
  {
    box,
    clock,
    entropy,
    hashes,
  }: Pick<FairnessPlatform, 'box' | 'clock' | 'entropy' | 'hashes'>,
): FairnessService {
  return new FairnessService({
    db,
    store: new FairnessStore(db),
    hashes,
    keys: streamKeyBox(box, entropy),
    proofs: epochProofs(hashes),
    entropy,
    clock,
  })
}
