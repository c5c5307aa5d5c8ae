import {
  type CasinoStats,
  readCasinoStats,
  readHouseBalance,
} from '#core/api/stats.ts'
import { coins, totalCoins } from '#core/money/coins.ts'
import type { PausesService } from '../../betting/pauses/pauses.service.ts'
import type { RestoresService } from '../../betting/restores/restores.service.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import { createCachedRead } from '../../platform/cached-read.ts'
import type { Module } from '../../platform/platform.ts'
import type { FeedModule } from '../feed/feed.ts'

const FRESH_MS = 1_000

type StatsNeeds = {
  feed: { service: Pick<FeedModule['service'], 'bigWin'> }
  ledger: { service: Pick<LedgerService, 'totals'> }
  pauses: { service: Pick<PausesService, 'current'> }
  restores: { service: Pick<RestoresService, 'last'> }
}

export function createStats(needs: StatsNeeds): Module {
  const current = cachedStats(needs)
  return {
    mount(serve) {
      serve(readCasinoStats, current)
      serve(readHouseBalance, async () => {
        const { jackpot } = await current()
        return { jackpot }
      })
    },
  }
}

/** Caches the totals that every client polls, with one query per second. */
export function cachedStats({ feed, ledger, pauses, restores }: StatsNeeds) {
  const totals = createCachedRead(FRESH_MS, async () => {
    const { jackpot, ...sums } = await ledger.service.totals()
    return {
      totalUsers: sums.totalUsers,
      totalBetsPlaced: sums.totalBetsPlaced,
      totalAmountWagered: totalCoins(sums.totalAmountWagered),
      jackpot: coins(jackpot),
    }
  })

  return async (): Promise<CasinoStats> => ({
    ...(await totals.read()),
    // Uncached, so that a refused player finds the reason.
    paused: pauses.service.current(),
    bigWin: feed.service.bigWin(),
    restore: restores.service.last ?? null,
  })
}
