import { LRUCache } from 'lru-cache'
import { epochOf } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import { NO_LIMITS, type PlayerLimits } from '#core/protection/player-limits.ts'
import type { FairnessService, Standing } from '../fairness/fairness.service.ts'
import type { LimitsService } from '../limits/limits.service.ts'
import { type OpenRound, openRoundOf } from './open-round.ts'
import type { OpenRoundsStore } from './open-rounds.store.ts'
import { type RoundSeed, roundSeed } from './round-seed.ts'

const SEATS_KEPT = 50_000

/**
 * What a player's bets are decided from: their standing as the database last
 * told it. A cache only; the guard in the commit is the truth.
 */
export type Seat = Standing & {
  /** The player's rounds that are not over, one a game, by its `gameType`. */
  open: Map<string, OpenRound>
  limits: PlayerLimits
  /** The database stood so at this time or later, monotonic milliseconds. */
  asOfMs: number
  /** Seed and commitment of the next round, so that each is hashed once. */
  upcoming: RoundSeed
}

/** Where a run of one player's moves stands while it is decided. */
export type Cursor = { nonce: number; upcoming: RoundSeed }

/** As the database has them now. */
export type ReadSeats = (userIds: readonly string[]) => Promise<Seat[]>

export type Seats = ReturnType<typeof openSeats>

export function seatReader(deps: {
  games: GameRegistry
  hashes: Hashes
  fairness: FairnessService
  limits: LimitsService
  store: OpenRoundsStore
  nowMs: () => number
}): ReadSeats {
  const { games, hashes, fairness, store, nowMs } = deps

  // Rounds and limits are read behind the standings: what has changed in
  // between belongs to a later standing than the guard expects, and not the
  // reverse.
  return async (userIds) => {
    const asOfMs = nowMs()
    const standings = await fairness.standings(userIds)
    const [rows, limitsOf] = await Promise.all([
      store.findOfPlayers(userIds),
      deps.limits.ofPlayers(userIds),
    ])
    return standings.map((standing) => {
      const upcoming = roundSeed(hashes, standing, standing.nonce)
      const own = rows.filter(({ userId }) => userId === standing.userId)
      const rounds = own.map((row) =>
        openRoundOf(games, row, roundSeed(hashes, standing, row.nonce)),
      )
      const open = new Map(rounds.map((round) => [round.game.gameType, round]))
      const limits = limitsOf.get(standing.userId) ?? NO_LIMITS
      return { ...standing, open, limits, asOfMs, upcoming }
    })
  }
}

/** The seats that were read and are at hand. */
export function openSeats(read: ReadSeats) {
  const kept = new LRUCache<string, Seat>({ max: SEATS_KEPT })

  return {
    get: (userId: string): Seat | undefined => kept.get(userId),

    /** Reads the seats that are not at hand, all in one go. */
    async load(userIds: Iterable<string>): Promise<void> {
      // By `get`, which keeps them at hand: `has` would let others oust them.
      const missing = [...userIds].filter((userId) => !kept.get(userId))
      if (missing.length === 0) return
      for (const seat of await read(missing)) kept.set(seat.userId, seat)
    },

    /** Moves a seat on after its run was kept; the epoch's end drops it. */
    advance(seat: Seat, to: Advance): void {
      if (epochOf(to.nonce) === epochOf(seat.nonce)) Object.assign(seat, to)
      else kept.delete(seat.userId)
    },

    drop: (userId: string) => kept.delete(userId),
  }
}

type Advance = Pick<
  Seat,
  'nonce' | 'seatVersion' | 'balance' | 'day' | 'asOfMs' | 'upcoming'
>
