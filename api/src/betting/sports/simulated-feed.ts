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
import type { FeedAnswer, FeedQuestion, SportsFeed } from './sports-feed.ts'
import type { SeasonRow, SeasonsStore } from './sports-seasons.store.ts'

const SEED_BYTES = 32
const HOUR_MS = 3_600_000
const EVERY_MS = 5_000
const LEAST_EVERY_MS = 1_000

type SimulatedFeedDeps = {
  store: SeasonsStore
  hashes: Hashes
  box: SealedBox
  entropy: Entropy
  clock: Clock
  speed: number
}

/**
 * Seasons of our own, one after the other. Each follows from a secret seed
 * whose hash is out from the start; a restart goes on where its clock stands.
 */
export class SimulatedFeed implements SportsFeed {
  readonly source = 'simulated'
  readonly speed: number
  readonly #deps: SimulatedFeedDeps
  #drawn: { number: number; season: Season } | undefined

  constructor(deps: SimulatedFeedDeps) {
    this.#deps = deps
    this.speed = deps.speed
  }

  async poll({ right, unsettled }: FeedQuestion): Promise<FeedAnswer> {
    const nowMs = this.#deps.clock().getTime()
    const row = await this.#current(right, nowMs)
    const season = this.#seasonOf(row)
    const elapsed = elapsedAt(row, nowMs)
    const asked = numbersOf(row.number, unsettled)
    const games = season
      .at({ elapsed, nowMs }, asked)
      .map((game) => feedGameOf(row, game))
    if (season.isOver(elapsed) && asked.length === 0) {
      await this.#deps.store.end(right, row.number, new Date(nowMs))
    }
    return {
      askedAtMs: nowMs,
      games,
      hasAllPrices: true,
      pauseMs: Math.max(LEAST_EVERY_MS, EVERY_MS / this.speed),
    }
  }

  /** The seed in hex, for when its season is over. */
  seedOf({ number, sealedSeed }: SeasonRow): string {
    return toHex(this.#deps.box.open(sealedSeed, contextOf(number)))
  }

  /** The season that goes on, by the clock's present speed. */
  async #current(right: Guard, nowMs: number): Promise<SeasonRow> {
    const { store } = this.#deps
    const last = await store.last()
    if (!last || last.endedAt) {
      const row = this.#newSeason((last?.number ?? 0) + 1, nowMs)
      await store.add(right, row)
      return row
    }
    if (last.speed === this.speed) return last
    const anchor = {
      anchoredAt: new Date(nowMs),
      anchorElapsed: elapsedAt(last, nowMs),
      speed: this.speed,
    }
    await store.setAnchor(right, last.number, anchor)
    return { ...last, ...anchor }
  }

  #newSeason(number: number, nowMs: number): SeasonRow {
    const { box, entropy, hashes } = this.#deps
    const seed = toHex(entropy(SEED_BYTES))
    // From an hour of its own: at our speed its games start on half hours.
    const hourMs = Math.ceil(HOUR_MS / this.speed)
    const startedAt = new Date(nowMs - (nowMs % hourMs))
    return {
      number,
      sealedSeed: box.seal(fromHex(seed), contextOf(number)),
      seedHash: hashes.sha256(seed),
      startedAt,
      anchoredAt: startedAt,
      anchorElapsed: 0,
      speed: this.speed,
      endedAt: null,
    }
  }

  #seasonOf(row: SeasonRow): Season {
    if (this.#drawn?.number === row.number) return this.#drawn.season
    const { hashes } = this.#deps
    const season = seasonOf({ hashes, seed: this.seedOf(row) })
    this.#drawn = { number: row.number, season }
    return season
  }
}

function contextOf(number: number): string {
  return `sports-season:${number}`
}

/** Of the season's own time, in ms. */
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

/** Those of this season among the games. */
function numbersOf(season: number, games: FeedQuestion['unsettled']): number[] {
  const prefix = `season-${season}-game-`
  return games
    .filter(({ id }) => id.startsWith(prefix))
    .map(({ id }) => Number(id.slice(prefix.length)))
}
