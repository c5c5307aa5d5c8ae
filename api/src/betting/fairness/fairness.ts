import {
  listCommitments,
  readFairness,
  setClientSeed,
} from '#core/api/fairness.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  createFairnessService,
  type FairnessPlatform,
} from './fairness.service.ts'

export type FairnessModule = ReturnType<typeof createFairness>

/** Creates the service of seeds that rounds are drawn from, and of their proofs. */
export function createFairness(
  platform: FairnessPlatform & Pick<Platform, 'betDb'>,
) {
  const service = createFairnessService(platform)
  return {
    service,
    /** Like `service`, on the connections reserved for bets. */
    forBets: createFairnessService({ ...platform, db: platform.betDb }),
    mount(serve: Serve) {
      serve(readFairness, ({ playerId }) => service.readState(playerId))
      serve(listCommitments, ({ playerId, query }) =>
        service.commitments(playerId, Number(query.epoch)),
      )
      serve(setClientSeed, async ({ body, playerId }) => {
        await service.setClientSeed(playerId, body)
        return service.readState(playerId)
      })
    },
  }
}
