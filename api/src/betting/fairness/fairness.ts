import {
  listCommitments,
  readFairness,
  setClientSeed,
} from '#core/api/fairness.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  type FairnessPlatform,
  openFairnessService,
} from './fairness.service.ts'

export type FairnessModule = ReturnType<typeof openFairness>

/** Opens the seeds that rounds are drawn from, and their proofs. */
export function openFairness(
  platform: FairnessPlatform & Pick<Platform, 'betDb'>,
) {
  const service = openFairnessService(platform)
  return {
    service,
    /** Like `service`, on the connections reserved for bets. */
    forBets: openFairnessService({ ...platform, db: platform.betDb }),
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
