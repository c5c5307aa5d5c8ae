import { LRUCache } from 'lru-cache'
import { epochOf } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { commitmentOf, serverSeedOf } from '#core/fairness/server-seed.ts'
import type { FairnessService, Standing } from '../fairness/fairness.service.ts'

const SEATS_KEPT = 50_000

/**
 * What a player's bets are decided from: their standing as the database last
 * told it. A cache only; the guard in the commit is the truth.
 */
export type Seat = Standing & {
  /** The database stood so at this time or later, monotonic milliseconds. */
  asOfMs: number
  /** Seed and commitment of the next round, so that each is hashed once. */
  upcoming: RoundSeed
}

export type RoundSeed = { serverSeed: string; commitment: string }

export type Seats = ReturnType<typeof openSeats>

export function openSeats(deps: {
  hashes: Hashes
  fairness: FairnessService
  nowMs: () => number
}) {
  const { hashes, fairness, nowMs } = deps
  const kept = new LRUCache<string, Seat>({ max: SEATS_KEPT })

  return {
    get: (userId: string): Seat | undefined => kept.get(userId),

    /** Reads the seats that are not at hand, all in one go. */
    async load(userIds: Iterable<string>): Promise<void> {
      // By `get`, which keeps them at hand: `has` would let others oust them.
      const missing = [...userIds].filter((userId) => !kept.get(userId))
      if (missing.length === 0) return
      const asOfMs = nowMs()
      for (const standing of await fairness.standings(missing)) {
        const upcoming = roundSeed(hashes, standing, standing.nonce)
        kept.set(standing.userId, { ...standing, asOfMs, upcoming })
      }
    },

    /** Moves a seat on after its rounds were kept; the epoch's end drops it. */
    advance(
      seat: Seat,
      to: Pick<Seat, 'nonce' | 'balance' | 'asOfMs' | 'upcoming'>,
    ) {
      if (epochOf(to.nonce) === epochOf(seat.nonce)) Object.assign(seat, to)
      else kept.delete(seat.userId)
    },

    drop: (userId: string) => kept.delete(userId),
  }
}

export function roundSeed(
  hashes: Hashes,
  { streamKey }: { streamKey: Uint8Array },
  nonce: number,
): RoundSeed {
  const serverSeed = serverSeedOf(hashes, streamKey, nonce)
  return { serverSeed, commitment: commitmentOf(hashes, serverSeed) }
}
