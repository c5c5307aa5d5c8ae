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
  const service = serviceOver(platform.db, platform)
  return {
    service,
    /** The same, over the connections of bets. */
    forBets: serviceOver(platform.betDb, platform),
    reference: [fairnessReference],
    routes: ({ requirePlayer }: Guards) =>
      fairnessRoutes(service, requirePlayer),
  }
}

function serviceOver(
  db: Database,
  { box, clock, entropy, hashes }: FairnessPlatform,
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
