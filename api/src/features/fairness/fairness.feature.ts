import type { Database } from '../../platform/db/database.ts'
import type { Guards } from '../../platform/http/player.ts'
import type { Platform } from '../../platform/platform.ts'
import { epochProofs } from './epoch-proofs.ts'
import { fairnessReference } from './fairness.reference.ts'
import { fairnessRoutes } from './fairness.routes.ts'
import { FairnessService } from './fairness.service.ts'
import { FairnessStore } from './fairness.store.ts'
import { streamKeyBox } from './stream-keys.ts'

type FairnessPlatform = Pick<
  Platform,
  'betDb' | 'box' | 'clock' | 'db' | 'entropy' | 'hashes'
>

export type FairnessFeature = ReturnType<typeof openFairness>

/** The seeds that rounds are drawn from, and the proofs of them. */
export function openFairness(platform: FairnessPlatform) {
  const service = fairnessOver(platform.db, platform)
  return {
    service,
    /** The same, over the connections of bets. */
    forBets: fairnessOver(platform.betDb, platform),
    reference: [fairnessReference],
    routes: ({ requirePlayer }: Guards) =>
      fairnessRoutes(service, requirePlayer),
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
