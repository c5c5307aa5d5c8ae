import { asc, desc, eq } from 'drizzle-orm'
import type { SportsSeason, SportsSource } from '#core/api/sports.ts'
import { HOUR_MS } from '#core/durations.ts'
import { fromHex, toHex } from '#core/fairness/hashes.ts'
import type { FeedGame } from '#core/sports/game.ts'
import {
  createSeason,
  type Season,
  type SeasonGame,
} from '#core/sports/season/season.ts'
import { type Guard, withFencing } from '../../../platform/db/lease.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { SealedColumn } from '../../../platform/secrets/sealed-columns.ts'
import { sportsSeasons } from '../sports.table.ts'
import type { SportsFeed, StartedGame } from './sports-feed.ts'

type SeasonRow = typeof sportsSeasons.$inferSelect

const SEED_BYTES = 32
const EVERY_MS = 5_000
const LEAST_EVERY_MS = 1_000
const SEASONS_SHOWN = 20

/**
 * Simulates seasons, one after the other. Each derives from a secret seed whose
 * hash is published from the start, and continues after a restart.
 */
export function createSimulatedFeed(
  deps: Pick<Platform, 'box' | 'clock' | 'db' | 'entropy' | 'hashes'>,
  speed: number,
) {
  const { db, hashes, box, entropy, clock } = deps
  let drawn: { number: number; season: Season } | undefined

  function newest(limit: number): Promise<SeasonRow[]> {
    const { number } = sportsSeasons
    return db.select().from(sportsSeasons).orderBy(desc(number)).limit(limit)
  }

  async function update(
    right: Guard,
    { number }: SeasonRow,
    change: Partial<SeasonRow>,
  ): Promise<void> {
    await withFencing(right, db, (tx) =>
      tx
        .update(sportsSeasons)
        .set(change)
        .where(eq(sportsSeasons.number, number)),
    )
  }

  /** Returns the current season at the configured speed. */
  async function current(right: Guard, nowMs: number): Promise<SeasonRow> {
    const [last] = await newest(1)
    if (!last || last.endedAt) {
      const row = newSeason((last?.number ?? 0) + 1, nowMs)
      await withFencing(right, db, (tx) => tx.insert(sportsSeasons).values(row))
      return row
    }
    if (last.speed === speed) return last
    const anchor = {
      anchoredAt: new Date(nowMs),
      anchorElapsed: getElapsed(last, nowMs),
      speed,
    }
    await update(right, last, anchor)
    return { ...last, ...anchor }
  }

  function newSeason(number: number, nowMs: number): SeasonRow {
    const seed = toHex(entropy(SEED_BYTES))
    // Starts on a full hour of the feed, so that games start on half hours.
    const hourMs = Math.ceil(HOUR_MS / speed)
    const startedAt = new Date(nowMs - (nowMs % hourMs))
    return {
      number,
      sealedSeed: box.seal(fromHex(seed), toContext(number)),
      seedHash: hashes.sha256(seed),
      startedAt,
      anchoredAt: startedAt,
      anchorElapsed: 0,
      speed,
      endedAt: null,
    }
  }

  /** Returns a season's seed in hex; secret until its end. */
  function openSeed({ number, sealedSeed }: SeasonRow): string {
    return toHex(box.open(sealedSeed, toContext(number)))
  }

  const feed: SportsFeed = {
    source: 'simulated',
    speed,

    async poll(right, started) {
      const nowMs = clock().getTime()
      const row = await current(right, nowMs)
      if (drawn?.number !== row.number) {
        const season = createSeason({ hashes, seed: openSeed(row) })
        drawn = { number: row.number, season }
      }
      const { season } = drawn
      const elapsedMs = getElapsed(row, nowMs)
      const unfinished = getNumbers(row.number, started)
      const games = season
        .at({ elapsedMs, nowMs }, unfinished)
        .map((game) => toFeedGame(row, game))
      if (season.isOver(elapsedMs) && unfinished.length === 0)
        await update(right, row, { endedAt: new Date(nowMs) })
      return {
        askedAtMs: nowMs,
        games,
        hasAllPrices: true,
        pauseMs: Math.max(LEAST_EVERY_MS, EVERY_MS / speed),
      }
    },
  }

  return {
    feed,

    seedHashes(): Promise<{ number: number; hash: string }[]> {
      const { number, seedHash: hash } = sportsSeasons
      return db
        .select({ number, hash })
        .from(sportsSeasons)
        .orderBy(asc(number))
    },

    /** Returns the hash of an offered season, and the seeds of ended ones. */
    async seasons(source: SportsSource): Promise<SportsSeason> {
      const rows = await newest(SEASONS_SHOWN)
      const running = rows.find(({ endedAt }) => !endedAt)
      const isOffered = running && source === 'simulated'
      return {
        source,
        season: isOffered ? toPublicSeason(running) : null,
        past: rows
          .filter(({ endedAt }) => endedAt)
          .map((row) => ({ ...toPublicSeason(row), seed: openSeed(row) })),
      }
    },
  }
}

function toPublicSeason({ number, startedAt, seedHash }: SeasonRow) {
  return { number, startedAt: startedAt.toISOString(), seedHash }
}

export const sealedSeasonSeeds: SealedColumn = {
  name: 'season seeds',
  table: sportsSeasons,
  sealed: sportsSeasons.sealedSeed,
  key: [sportsSeasons.number],
  toContext: ({ number }) => toContext(Number(number)),
}

function toContext(number: number): string {
  return `sports-season:${number}`
}

function getElapsed(row: SeasonRow, nowMs: number): number {
  const since = nowMs - row.anchoredAt.getTime()
  return row.anchorElapsed + Math.floor(since * row.speed)
}

function toFeedGame(row: SeasonRow, game: SeasonGame): FeedGame {
  const { number, startsAt, ...rest } = game
  const ahead = Math.round((startsAt - row.anchorElapsed) / row.speed)
  const startsAtMs = row.anchoredAt.getTime() + ahead
  return { ...rest, id: `season-${row.number}-game-${number}`, startsAtMs }
}

function getNumbers(season: number, games: readonly StartedGame[]): number[] {
  const prefix = `season-${season}-game-`
  return games
    .filter(({ id }) => id.startsWith(prefix))
    .map(({ id }) => Number(id.slice(prefix.length)))
}
