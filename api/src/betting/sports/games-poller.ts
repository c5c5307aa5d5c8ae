import type { FeedGame } from '#core/sports/game.ts'
import { START_WITHIN_MS } from '#core/sports/terms.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Term, writeUnder } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import { isSameGame, mergedGame } from './merged-game.ts'
import { type FeedAnswer, FeedFailure, type SportsFeed } from './sports-feed.ts'
import type { GameRow, GamesStore } from './sports-games.store.ts'

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
    const { askedAtMs, hasAllPrices } = answer
    const games = await this.#withOurIds(answer.games)
    const ids = [...new Set(games.map(({ id }) => id))]
    const told = { source: feed.source, askedAtMs }
    await writeUnder(term, db, async (tx) => {
      const rows = await store.lockAll(tx, ids)
      for (const game of games) {
        const before = rows.get(game.id)
        const next = mergedGame(before, game, told)
        this.#tellOfTrouble(before, next, game)
        rows.set(game.id, next)
      }
      await store.keep(tx, [...rows.values()])
      if (!hasAllPrices) return
      const at = new Date(askedAtMs)
      await store.takeDown(tx, { source: feed.source, than: ids, at })
    })
    return answer
  }

  /** Maps a new id to the stored game that is missing from this answer. */
  async #withOurIds(games: readonly FeedGame[]): Promise<readonly FeedGame[]> {
    const { feed, store } = this.#deps
    const named = new Set(games.map(({ id }) => id))
    const known = await store.knownAmong([...named])
    const starts = games
      .filter(({ id }) => !known.has(id))
      .map(({ startsAtMs }) => startsAtMs)
    if (starts.length === 0) return games
    const windowMs = START_WITHIN_MS / feed.speed
    const near = await store.findBetween(
      feed.source,
      new Date(Math.min(...starts) - windowMs),
      new Date(Math.max(...starts) + windowMs),
    )
    const missing = near.filter(
      ({ id, resultVersion }) => resultVersion === 0 && !named.has(id),
    )
    return games.map((game) => {
      if (known.has(game.id)) return game
      const same = missing.find((row) => isSameGame(row, game, windowMs))
      return same ? { ...game, id: same.id } : game
    })
  }

  #tellOfTrouble(
    before: GameRow | undefined,
    { id, heldFor, resultVersion }: GameRow,
    said: FeedGame,
  ): void {
    const { log } = this.#deps
    const { homeTeam, awayTeam, startsAtMs, status, score } = said
    if (heldFor && !before?.heldFor) {
      const told = { homeTeam, awayTeam, startsAtMs, status, score }
      log.error({ game: id, heldFor, told }, 'sports_game.held')
    }
    if (before?.resultVersion && resultVersion !== before.resultVersion) {
      log.warn({ game: id }, 'sports_game.result_corrected')
    }
  }

  #backOffMs(error: unknown): number {
    const asked = error instanceof FeedFailure ? error.pauseMs : undefined
    const grown = FIRST_BACK_OFF_MS * 2 ** (this.#failures - 1)
    return asked ?? Math.min(grown, BACK_OFF_MAX_MS)
  }
}
