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

/** Follows the feed's games, prices and scores; retains the last ones if it fails. */
export function openGamesPoller(deps: {
  db: Database
  games: GamesStore
  feed: SportsFeed
  clock: Clock
  log: Logger
  nowMs: () => number
}) {
  const { db, games: store, feed, clock, log, nowMs } = deps
  let dueAtMs = 0
  let failures = 0

  async function follow(term: Term): Promise<FeedAnswer> {
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
    const games = await withOurIds(answer.games)
    const ids = [...new Set(games.map(({ id }) => id))]
    const origin = { source: feed.source, askedAtMs }
    await writeUnder(term, db, async (tx) => {
      const rows = await store.lockAll(tx, ids)
      for (const game of games) {
        const before = rows.get(game.id)
        const next = mergedGame(before, game, origin)
        logTrouble(before, next, game)
        rows.set(game.id, next)
      }
      await store.save(tx, [...rows.values()])
      if (!hasAllPrices) return
      const at = new Date(askedAtMs)
      await store.removePrices(tx, { source: feed.source, except: ids, at })
    })
    return answer
  }

  /** Maps a new id to the stored game that is missing from this answer. */
  async function withOurIds(
    games: readonly FeedGame[],
  ): Promise<readonly FeedGame[]> {
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

  function logTrouble(
    before: GameRow | undefined,
    { id, heldFor, resultVersion }: GameRow,
    reported: FeedGame,
  ): void {
    const { homeTeam, awayTeam, startsAtMs, status, score } = reported
    if (heldFor && !before?.heldFor) {
      const told = { homeTeam, awayTeam, startsAtMs, status, score }
      log.error({ game: id, heldFor, told }, 'sports_game.held')
    }
    if (before?.resultVersion && resultVersion !== before.resultVersion) {
      log.warn({ game: id }, 'sports_game.result_corrected')
    }
  }

  async function poll(term: Term): Promise<void> {
    try {
      const { pauseMs } = await follow(term)
      failures = 0
      dueAtMs = nowMs() + pauseMs
    } catch (error) {
      const backOffMs = FIRST_BACK_OFF_MS * 2 ** failures
      failures += 1
      const asked = error instanceof FeedFailure ? error.pauseMs : undefined
      dueAtMs = nowMs() + (asked ?? Math.min(backOffMs, BACK_OFF_MAX_MS))
      throw error
    }
  }

  return {
    poll,

    /** Polls if it is due. @throws FeedFailure */
    async tick(term: Term): Promise<void> {
      if (nowMs() >= dueAtMs) await poll(term)
    },
  }
}
