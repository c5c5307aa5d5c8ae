import { LRUCache } from 'lru-cache'
import { getEpoch, isNextRootDue } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import { NO_LIMITS, type PlayerLimits } from '#core/protection/player-limits.ts'
import type { LimitsService } from '../../players/limits/limits.ts'
import type {
  FairnessService,
  PlayState,
} from '../fairness/fairness.service.ts'
import {
  getOpenRound,
  type OpenRound,
  type RoundSeed,
  roundSeed,
} from './open-round.ts'
import type { RoundsStore } from './rounds.store.ts'

const CACHED_MAX = 50_000

/** Inputs of decisions, as last read; the commit guards against stale ones. */
export type PlayerSnapshot = PlayState & {
  /** The player's open rounds by `gameType`, one per game. */
  open: Map<string, OpenRound>
  limits: PlayerLimits
  /** Age of the data at most, monotonic milliseconds. */
  asOfMs: number
  /** Seed of the next round; cached so that each seed is hashed once. */
  upcoming: RoundSeed
}

/** Next nonce of a player batch, and its seed. */
export type Cursor = { nonce: number; upcoming: RoundSeed }

/** @param publish publishes the epochs' roots, before which nothing is drawn. */
export type ReadSnapshots = (
  userIds: readonly string[],
  options: { publish: boolean },
) => Promise<PlayerSnapshot[]>

export type PlayerSnapshots = ReturnType<typeof createPlayerSnapshots>

export function snapshotReader(deps: {
  games: GameRegistry
  hashes: Hashes
  fairness: FairnessService
  limits: LimitsService
  store: RoundsStore
}): ReadSnapshots {
  const { games, hashes, fairness, store } = deps

  // Reads rounds and limits after the play states, so that a change in between
  // fails the guard.
  return async (userIds, options) => {
    const asOfMs = performance.now()
    const states = await fairness.readPlayStates(userIds, options)
    const [rows, limitsByUser] = await Promise.all([
      store.findOpenRound(userIds),
      deps.limits.ofPlayers(userIds),
    ])
    const reading = states.map(async (state) => {
      const upcoming = roundSeed(hashes, state, state.nonce)
      const own = rows.filter(({ userId }) => userId === state.userId)
      const rounds = await Promise.all(
        own.map(async (row) => {
          const isOfKey = row.nonce >= state.firstNonce
          const key = isOfKey ? state : await fairness.readSeeds(row)
          return getOpenRound(games, row, roundSeed(hashes, key, row.nonce))
        }),
      )
      const open = new Map(rounds.map((round) => [round.game.gameType, round]))
      const limits = limitsByUser.get(state.userId) ?? NO_LIMITS
      return { ...state, open, limits, asOfMs, upcoming }
    })
    return Promise.all(reading)
  }
}

export function createPlayerSnapshots(read: ReadSnapshots) {
  const cache = new LRUCache<string, PlayerSnapshot>({ max: CACHED_MAX })

  return {
    get: (userId: string): PlayerSnapshot | undefined => cache.get(userId),

    /** Returns the players' snapshots; reads missing ones in one batch. */
    async load(userIds: Iterable<string>, options: { publish: boolean }) {
      const loaded = new Map<string, PlayerSnapshot>()
      const missing: string[] = []
      for (const userId of userIds) {
        const cached = cache.get(userId)
        if (cached && (cached.isPublished || !options.publish))
          loaded.set(userId, cached)
        else missing.push(userId)
      }
      if (missing.length === 0) return loaded
      for (const snapshot of await read(missing, options)) {
        cache.set(snapshot.userId, snapshot)
        loaded.set(snapshot.userId, snapshot)
      }
      return loaded
    },

    /**
     * Replaces a snapshot after a commit, unless it was read again meanwhile;
     * drops it where reading it again publishes a root. Never changes it, since
     * another queue may have decided a bet from it.
     */
    advance(snapshot: PlayerSnapshot, to: Partial<PlayerSnapshot> & Cursor) {
      const { nonce, userId } = snapshot
      if (cache.peek(userId) !== snapshot) return
      const isSameEpoch = getEpoch(to.nonce) === getEpoch(nonce)
      if (isSameEpoch && isNextRootDue(to.nonce) === isNextRootDue(nonce))
        cache.set(userId, { ...snapshot, ...to })
      else cache.delete(userId)
    },

    drop: (userId: string) => cache.delete(userId),
  }
}
