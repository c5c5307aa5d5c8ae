import { LRUCache } from 'lru-cache'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import type { CasinoStats } from '#core/schemas/stats.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'

const FRESH_MS = 1_000

/** The figures every client polls: one query a second, however many ask. */
export class StatsService {
  readonly #ledger: Pick<LedgerService, 'totals'>
  readonly #cache: LRUCache<'now', CasinoStats>

  /** @param nowMs monotonic milliseconds. */
  constructor(ledger: Pick<LedgerService, 'totals'>, nowMs: () => number) {
    this.#ledger = ledger
    this.#cache = new LRUCache({
      max: 1,
      ttl: FRESH_MS,
      ttlResolution: 0,
      perf: { now: nowMs },
      fetchMethod: () => this.#read(),
    })
  }

  current(): Promise<CasinoStats> {
    return this.#cache.forceFetch('now')
  }

  async #read(): Promise<CasinoStats> {
    const totals = await this.#ledger.totals()
    return {
      totalUsers: totals.totalUsers,
      totalBetsPlaced: totals.totalBetsPlaced,
      // Beyond it a number in JSON is not exact.
      totalAmountWagered: coins(Math.min(totals.totalAmountWagered, MAX_COINS)),
      jackpot: coins(totals.jackpot),
    }
  }
}
