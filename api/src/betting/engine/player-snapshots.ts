import { LRUCache } from 'lru-cache'
import { epochOf } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import { NO_LIMITS, type PlayerLimits } from '#core/protection/player-limits.ts'
import type { LimitsService } from '../../players/limits/limits.service.ts'
import type { FairnessService, Standing } from '../fairness/fairness.service.ts'
import { type OpenRound, openRoundOf } from './open-round.ts'
import type { OpenRoundsStore } from './open-rounds.store.ts'
import { type RoundSeed, roundSeed } from './round-seed.ts'

const SNAPSHOTS_KEPT = 50_000

/**
 * What a player's bets are decided from: their standing as the database last
 * told it. A cache only; the guard in the commit is the truth.
 */
export type PlayerSnapshot = Standing & {
  /** The player's rounds that are not over, one a game, by its `gameType`. */
  open: Map<string, OpenRound>
  limits: PlayerLimits
  /** The database stood so at this time or later, monotonic milliseconds. */
  asOfMs: number
  /** Seed and commitment of the next round, so that each is hashed once. */
  upcoming: RoundSeed
}

/** How far a player batch is decided: its next nonce and that nonce's seed. */
export type Cursor = { nonce: number; upcoming: RoundSeed }

/** As the database has them now. */
export type ReadSnapshots = (
  userIds: readonly string[],
) => Promise<PlayerSnapshot[]>

export type PlayerSnapshots = ReturnType<typeof openPlayerSnapshots>

export function snapshotReader(deps: {
  games: GameRegistry
  hashes: Hashes
  fairness: FairnessService
  limits: LimitsService
  store: OpenRoundsStore
  nowMs: () => number
}): ReadSnapshots {
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
    const reading = standings.map(async (standing) => {
      const upcoming = roundSeed(hashes, standing, standing.nonce)
      const own = rows.filter(({ userId }) => userId === standing.userId)
      const rounds = await Promise.all(
        own.map(async (row) => {
          const isOfKey = row.nonce >= standing.firstNonce
          const key = isOfKey ? standing : await fairness.drawnFrom(row)
          return openRoundOf(games, row, roundSeed(hashes, key, row.nonce))
        }),
      )
      const open = new Map(rounds.map((round) => [round.game.gameType, round]))
      const limits = limitsOf.get(standing.userId) ?? NO_LIMITS
      return { ...standing, open, limits, asOfMs, upcoming }
    })
    return Promise.all(reading)
  }
}

/** The snapshots that were read and are at hand. */
export function openPlayerSnapshots(read: ReadSnapshots) {
  const kept = new LRUCache<string, PlayerSnapshot>({ max: SNAPSHOTS_KEPT })

  return {
    get: (userId: string): PlayerSnapshot | undefined => kept.get(userId),

    /** Reads the snapshots that are not at hand, all in one go. */
    async load(userIds: Iterable<string>): Promise<void> {
      // By `get`, which keeps them at hand: `has` would let others oust them.
      const missing = [...userIds].filter((userId) => !kept.get(userId))
      if (missing.length === 0) return
      for (const snapshot of await read(missing))
        kept.set(snapshot.userId, snapshot)
    },

    /**
     * Moves a snapshot on after its player batch was kept; the epoch's end
     * drops it.
     */
    advance(snapshot: PlayerSnapshot, to: Advance): void {
      if (epochOf(to.nonce) === epochOf(snapshot.nonce))
        Object.assign(snapshot, to)
      else kept.delete(snapshot.userId)
    },

    drop: (userId: string) => kept.delete(userId),
  }
}

type Advance = Pick<
  PlayerSnapshot,
  'nonce' | 'snapshotVersion' | 'balance' | 'day' | 'asOfMs' | 'upcoming'
>
