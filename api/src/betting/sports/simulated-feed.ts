import { fromHex, type Hashes, toHex } from '#core/fairness/hashes.ts'
import type { FeedGame } from '#core/sports/game.ts'
import {
  type Season,
  type SeasonGame,
  seasonOf,
} from '#core/sports/season/season.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Guard } from '../../platform/db/lease.ts'
import type { Entropy } from '../../platform/entropy.ts'
import type { SealedBox } from '../../platform/secrets/sealed-box.ts'
import type { FeedAnswer, FeedQuery, SportsFeed } from './sports-feed.ts'
import type { SeasonRow, SeasonsStore } from './sports-seasons.store.ts'

const SEED_BYTES = 32
const HOUR_MS = 3_600_000
const EVERY_MS = 5_000
const LEAST_EVERY_MS = 1_000

export type SimulatedFeed = ReturnType<typeof openSimulatedFeed>

/**
 * Simulates seasons, one after the other. Each derives from a secret seed whose
 * hash is published from the start, and continues after a restart.
 */
export function openSimulatedFeed(deps: {
  store: SeasonsStore
  hashes: Hashes
  box: SealedBox
  entropy: Entropy
  clock: Clock
  speed: number
}) {
  const { store, hashes, box, entropy, clock, speed } = deps
  let drawn: { number: number; season: Season } | undefined

  /** Returns the current season at the configured speed. */
  async function current(right: Guard, nowMs: number): Promise<SeasonRow> {
    const last = await store.last()
    if (!last || last.endedAt) {
      const row = newSeason((last?.number ?? 0) + 1, nowMs)
      await store.add(right, row)
      return row
    }
    if (last.speed === speed) return last
    const anchor = {
      anchoredAt: new Date(nowMs),
      anchorElapsed: elapsedAt(last, nowMs),
      speed,
    }
    await store.update(right, last.number, anchor)
    return { ...last, ...anchor }
  }

  function newSeason(number: number, nowMs: number): SeasonRow {
    const seed = toHex(entropy(SEED_BYTES))
    // Starts on a full hour of the feed, so that games start on half hours.
    const hourMs = Math.ceil(HOUR_MS / speed)
    const startedAt = new Date(nowMs - (nowMs % hourMs))
    return {
      number,
      sealedSeed: box.seal(fromHex(seed), contextOf(number)),
      seedHash: hashes.sha256(seed),
      startedAt,
      anchoredAt: startedAt,
      anchorElapsed: 0,
      speed,
      endedAt: null,
    }
  }

  function drawnSeason(row: SeasonRow): Season {
    if (drawn?.number === row.number) return drawn.season
    const season = seasonOf({ hashes, seed: seedOf(row) })
    drawn = { number: row.number, season }
    return season
  }

  /** Returns a season's seed in hex; secret until its end. */
  function seedOf({ number, sealedSeed }: SeasonRow): string {
    return toHex(box.open(sealedSeed, contextOf(number)))
  }

  return {
    seedOf,
    source: 'simulated',
    speed,

    async poll({ right, unsettled }: FeedQuery): Promise<FeedAnswer> {
      const nowMs = clock().getTime()
      const row = await current(right, nowMs)
      const season = drawnSeason(row)
      const elapsed = elapsedAt(row, nowMs)
      const asked = numbersOf(row.number, unsettled)
      const games = season
        .at({ elapsed, nowMs }, asked)
        .map((game) => feedGameOf(row, game))
      if (season.isOver(elapsed) && asked.length === 0) {
        await store.update(right, row.number, { endedAt: new Date(nowMs) })
      }
      return {
        askedAtMs: nowMs,
        games,
        hasAllPrices: true,
        pauseMs: Math.max(LEAST_EVERY_MS, EVERY_MS / speed),
      }
    },
  } satisfies SportsFeed & { seedOf: typeof seedOf }
}

function contextOf(number: number): string {
  return `sports-season:${number}`
}

/** Returns the season's own time, in ms. */
function elapsedAt(row: SeasonRow, nowMs: number): number {
  const since = nowMs - row.anchoredAt.getTime()
  return row.anchorElapsed + Math.floor(since * row.speed)
}

function feedGameOf(row: SeasonRow, game: SeasonGame): FeedGame {
  const { number, startsAt, ...rest } = game
  const ahead = Math.round((startsAt - row.anchorElapsed) / row.speed)
  const startsAtMs = row.anchoredAt.getTime() + ahead
  return { ...rest, id: `season-${row.number}-game-${number}`, startsAtMs }
}

/** Returns the numbers of the season's games. */
function numbersOf(season: number, games: FeedQuery['unsettled']): number[] {
  const prefix = `season-${season}-game-`
  return games
    .filter(({ id }) => id.startsWith(prefix))
    .map(({ id }) => Number(id.slice(prefix.length)))
}
