import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Term } from '../../platform/db/lease.ts'
import { writeUnder } from '../../platform/db/write-under.ts'
import type { Logger } from '../../platform/logger.ts'
import { mergedGame } from './merged-game.ts'
import { type FeedAnswer, FeedFailure, type SportsFeed } from './sports-feed.ts'
import type { GamesStore } from './sports-games.store.ts'

const FIRST_BACK_OFF_MS = 2_000
const BACK_OFF_MAX_MS = 60_000

type PollerDeps = {
  db: Database
  store: GamesStore
  feed: SportsFeed
  clock: Clock
  log: Logger
  /** Monotonic milliseconds. */
  nowMs: () => number
}

/** Keeps our games, prices and scores near the feed's; the last ones stay when it fails. */
export class GamesPoller {
  readonly #deps: PollerDeps
  #dueAtMs = 0
  #failures = 0

  constructor(deps: PollerDeps) {
    this.#deps = deps
  }

  /** Polls when it is time to. @throws what the feed failed with */
  async tick(term: Term): Promise<void> {
    if (this.#deps.nowMs() >= this.#dueAtMs) await this.poll(term)
  }

  async poll(term: Term): Promise<void> {
    const { nowMs } = this.#deps
    try {
      const { pauseMs } = await this.#follow(term)
      this.#failures = 0
      this.#dueAtMs = nowMs() + pauseMs
    } catch (error) {
      this.#failures += 1
      this.#dueAtMs = nowMs() + this.#backOffMs(error)
      throw error
    }
  }

  async #follow(term: Term): Promise<FeedAnswer> {
    const { clock, db, feed, store } = this.#deps
    const waiting = await store.findUnsettled(feed.source, clock())
    const answer = await feed.poll({
      right: term,
      unsettled: waiting.map(({ id, commenceTime }) => ({
        id,
        startsAtMs: commenceTime.getTime(),
      })),
      anyLive: waiting.some(({ status }) => status === 'live'),
    })
    const { askedAtMs, games, hasAllPrices } = answer
    const ids = games.map(({ id }) => id)
    const told = { source: feed.source, askedAtMs }
    await writeUnder(term, db, async (tx) => {
      const known = await store.lockAll(tx, ids)
      const rows = games.map((game) => {
        const row = known.get(game.id)
        const next = mergedGame(row, game, told)
        this.#tellOfCorrection(row?.resultVersion, next)
        return next
      })
      await store.keep(tx, rows)
      if (!hasAllPrices) return
      const at = new Date(askedAtMs)
      await store.takeDown(tx, { source: feed.source, than: ids, at })
    })
    return answer
  }

  #tellOfCorrection(
    before: number | undefined,
    { id, resultVersion }: { id: string; resultVersion: number },
  ): void {
    if (!before || resultVersion === before) return
    this.#deps.log.warn({ game: id }, 'final score corrected by the feed')
  }

  #backOffMs(error: unknown): number {
    const asked = error instanceof FeedFailure ? error.pauseMs : undefined
    const grown = FIRST_BACK_OFF_MS * 2 ** (this.#failures - 1)
    return asked ?? Math.min(grown, BACK_OFF_MAX_MS)
  }
}
