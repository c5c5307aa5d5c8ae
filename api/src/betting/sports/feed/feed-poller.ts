import { and, asc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { FeedGame } from '#core/sports/game.ts'
import { START_WITHIN_MS } from '#core/sports/terms.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Term, withFencing } from '../../../platform/db/lease.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type GameRow, sportsGames } from '../sports.table.ts'
import { type FeedAnswer, FeedFailure, type SportsFeed } from './sports-feed.ts'
import { isSameGame, updatedGame } from './updated-game.ts'

const STARTED_MAX = 200

/** Stores the feed's games, prices and scores; retains the last ones if it fails. */
export function createFeedPoller(
  { clock, db, log }: Pick<Platform, 'clock' | 'db' | 'log'>,
  feed: SportsFeed,
) {
  const { source } = feed
  const isUndecided = and(
    eq(sportsGames.source, source),
    eq(sportsGames.resultVersion, 0),
  )
  let dueAtMs = 0

  async function save(term: Term, answer: FeedAnswer): Promise<void> {
    const { askedAtMs, games, hasAllPrices } = answer
    const ids = games.map(({ id }) => id)
    await withFencing(term, db, async (tx) => {
      const stored = await tx
        .select()
        .from(sportsGames)
        .where(or(isUndecided, inArray(sportsGames.id, ids)))
        .orderBy(asc(sportsGames.id))
        .for('no key update')
      const rows = new Map(stored.map((row) => [row.id, row]))
      const changed = new Map<string, GameRow>()
      for (const game of withStoredIds(games, stored)) {
        const before = changed.get(game.id) ?? rows.get(game.id)
        const row = updatedGame(before, game, { source, askedAtMs })
        logTrouble(before, row, game)
        changed.set(row.id, row)
      }
      const pricesAt = new Date(askedAtMs)
      for (const row of hasAllPrices ? stored : [])
        if (!changed.has(row.id) && row.bookmakers.length > 0)
          changed.set(row.id, { ...row, bookmakers: [], pricesAt })
      if (changed.size > 0) await upsert(tx, [...changed.values()])
    })
  }

  /** Maps a new id to the stored game that is missing from this answer. */
  function withStoredIds(
    games: readonly FeedGame[],
    stored: readonly GameRow[],
  ): FeedGame[] {
    const known = new Set(stored.map(({ id }) => id))
    const reported = new Set(games.map(({ id }) => id))
    const missing = stored.filter(({ id }) => !reported.has(id))
    const windowMs = START_WITHIN_MS / feed.speed
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
    if (heldFor && !before?.heldFor) {
      const report = { ...reported, bookmakers: undefined }
      log.error({ game: id, heldFor, report }, 'sports_game.held')
    }
    if (before?.resultVersion && resultVersion !== before.resultVersion) {
      log.warn({ game: id }, 'sports_game.result_corrected')
    }
  }

  /** Polls at once. @throws FeedFailure */
  async function poll(term: Term): Promise<void> {
    try {
      const started = await db
        .select()
        .from(sportsGames)
        .where(and(isUndecided, lt(sportsGames.commenceTime, clock())))
        .orderBy(asc(sportsGames.commenceTime))
        .limit(STARTED_MAX)
      const answer = await feed.poll(term, started)
      await save(term, answer)
      dueAtMs = performance.now() + answer.pauseMs
    } catch (error) {
      if (error instanceof FeedFailure)
        dueAtMs = performance.now() + error.pauseMs
      throw error
    }
  }

  return {
    poll,

    async tick(term: Term): Promise<void> {
      if (performance.now() >= dueAtMs) await poll(term)
    },
  }
}

async function upsert(tx: Transaction, rows: GameRow[]): Promise<void> {
  await tx
    .insert(sportsGames)
    .values(rows)
    .onConflictDoUpdate({
      target: sportsGames.id,
      set: {
        commenceTime: sql`excluded.commence_time`,
        status: sql`excluded.status`,
        homeScore: sql`excluded.home_score`,
        awayScore: sql`excluded.away_score`,
        bookmakers: sql`excluded.bookmakers`,
        pricesAt: sql`excluded.prices_at`,
        resultVersion: sql`excluded.result_version`,
        decidedBy: sql`excluded.decided_by`,
        heldFor: sql`excluded.held_for`,
      },
    })
}
