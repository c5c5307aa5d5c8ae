import { LRUCache } from 'lru-cache'
import { coins } from '#core/money/coins.ts'
import type { CasinoStats } from '#core/schemas/stats.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'

const FRESH_MS = 1_000

export type StatsService = ReturnType<typeof statsService>

/** The figures every client polls: one query a second, however many ask. */
export function statsService(ledger: LedgerService) {
  const cache = new LRUCache<'now', CasinoStats>({
    max: 1,
    ttl: FRESH_MS,
    fetchMethod: async () => {
      const totals = await ledger.totals()
      const { totalUsers, totalBetsPlaced, totalAmountWagered } = totals
      const jackpot = coins(totals.jackpot)
      return {
        totalUsers,
        totalBetsPlaced,
        totalAmountWagered: coins(totalAmountWagered),
        jackpot,
      }
    },
  })

  return { current: () => cache.forceFetch('now') }
}
