import { LRUCache } from 'lru-cache'
import type { CasinoStats } from '#core/api/stats.ts'
import { coins, totalCoins } from '#core/money/coins.ts'
import type { PausesService } from '../../betting/pauses/pauses.service.ts'
import type { RestoresService } from '../../betting/restores/restores.service.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { FeedService } from '../feed/feed.service.ts'

const FRESH_MS = 1_000

type Totals = Omit<CasinoStats, 'bigWin' | 'paused' | 'restore'>

interface StatsDeps {
  feed: Pick<FeedService, 'bigWin'>
  ledger: Pick<LedgerService, 'totals'>
  pauses: Pick<PausesService, 'current'>
  restores: Pick<RestoresService, 'last'>
  /** Monotonic milliseconds. */
  nowMs: () => number
}

/** Caches the statistics that every client polls, with one query per second. */
export class StatsService {
  readonly #feed: StatsDeps['feed']
  readonly #ledger: StatsDeps['ledger']
  readonly #pauses: StatsDeps['pauses']
  readonly #restores: StatsDeps['restores']
  readonly #cache: LRUCache<'now', Totals>

  constructor({ feed, ledger, pauses, restores, nowMs }: StatsDeps) {
    this.#feed = feed
    this.#ledger = ledger
    this.#pauses = pauses
    this.#restores = restores
    this.#cache = new LRUCache({
      max: 1,
      ttl: FRESH_MS,
      ttlResolution: 0,
      perf: { now: nowMs },
      fetchMethod: () => this.#read(),
    })
  }

  /** Reads pauses uncached, so that a refused player finds the reason. */
  async current(): Promise<CasinoStats> {
    const totals = await this.#cache.forceFetch('now')
    const restore = this.#restores.last ?? null
    const paused = this.#pauses.current()
    return { ...totals, paused, bigWin: this.#feed.bigWin(), restore }
  }

  async #read(): Promise<Totals> {
    const totals = await this.#ledger.totals()
    return {
      totalUsers: totals.totalUsers,
      totalBetsPlaced: totals.totalBetsPlaced,
      totalAmountWagered: totalCoins(totals.totalAmountWagered),
      jackpot: coins(totals.jackpot),
    }
  }
}
