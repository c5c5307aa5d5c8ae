import { readCasinoStats, readHouseBalance } from '#core/api/stats.ts'
import type { PausesModule } from '../../betting/pauses/pauses.ts'
import type { RestoresModule } from '../../betting/restores/restores.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import type { Module } from '../../platform/platform.ts'
import type { FeedModule } from '../feed/feed.ts'
import { StatsService } from './stats.service.ts'

/** Opens the public statistics. */
export function openStats({
  feed,
  ledger,
  pauses,
  restores,
}: {
  feed: Pick<FeedModule, 'service'>
  ledger: Pick<LedgerModule, 'service'>
  pauses: Pick<PausesModule, 'service'>
  restores: Pick<RestoresModule, 'service'>
}): Module {
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
