import { readCasinoStats, readHouseBalance } from '#core/api/stats.ts'
import type { Feature } from '../../platform/feature.ts'
import type { FeedFeature } from '../feed/feed.feature.ts'
import type { LedgerFeature } from '../ledger/ledger.feature.ts'
import type { PausesFeature } from '../pauses/pauses.feature.ts'
import type { RestoresFeature } from '../restores/restores.feature.ts'
import { StatsService } from './stats.service.ts'

/** What everybody may know of the house. */
export function openStats({
  feed,
  ledger,
  pauses,
  restores,
}: {
  feed: Pick<FeedFeature, 'service'>
  ledger: Pick<LedgerFeature, 'service'>
  pauses: Pick<PausesFeature, 'service'>
  restores: Pick<RestoresFeature, 'service'>
}): Feature {
  const service = new StatsService({
    feed: feed.service,
    ledger: ledger.service,
    pauses: pauses.service,
    restores: restores.service,
    nowMs: () => performance.now(),
  })
  return {
    mount(serve) {
      serve(readCasinoStats, () => service.current())
      serve(readHouseBalance, async () => {
        const { jackpot } = await service.current()
        return { jackpot }
      })
    },
  }
}
