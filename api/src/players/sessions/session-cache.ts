import { LRUCache } from 'lru-cache'
import type { SessionsStore } from './sessions.store.ts'

const SESSIONS_KEPT = 100_000
const STALE_AFTER_MS = 5_000
const UNUSED_AFTER_MS = 60_000

/** Owner of a cookie; `digest` identifies the session without revealing it. */
export type Session = { userId: string; digest: string }

type Seen = {
  /** Secret, since the cookie is its signature: never log it. */
  id: string
  /** Time of the last verification, in monotonic milliseconds. */
  asOfMs: number
}

type Kept = Seen & { session: Session }

/** Caches sessions with the time of their last verification. */
export class SessionCache {
  readonly #table: Pick<SessionsStore, 'ownersOf'>
  readonly #nowMs: () => number
  readonly #kept: LRUCache<string, Kept>

  /** @param deps.nowMs monotonic milliseconds. */
  constructor(deps: {
    table: Pick<SessionsStore, 'ownersOf'>
    nowMs: () => number
  }) {
    this.#table = deps.table
    this.#nowMs = deps.nowMs
    this.#kept = new LRUCache({
      max: SESSIONS_KEPT,
      ttl: UNUSED_AFTER_MS,
      updateAgeOnGet: true,
      ttlResolution: 0,
      perf: { now: deps.nowMs },
    })
  }

  /** Returns a session that was verified within the last seconds. */
  find(digest: string): Session | undefined {
    const kept = this.#kept.get(digest)
    if (!kept) return undefined
    const isFresh = this.#nowMs() - kept.asOfMs <= STALE_AFTER_MS
    return isFresh ? kept.session : undefined
  }

  keep(session: Session, seen: Seen): Session {
    this.#kept.set(session.digest, { ...seen, session })
    return session
  }

  has(digest: string): boolean {
    return this.#kept.has(digest)
  }

  delete(digest: string): void {
    this.#kept.delete(digest)
  }

  /** Verifies all cached sessions in one query. */
  async recheck(onOver: (digest: string) => void): Promise<void> {
    this.#kept.purgeStale()
    const asked = [...this.#kept.values()]
    if (asked.length === 0) return
    const asOfMs = this.#nowMs()
    const owners = await this.#table.ownersOf(asked.map(({ id }) => id))
    for (const kept of asked) {
      const { userId, digest } = kept.session
      if (owners.get(kept.id) === userId) kept.asOfMs = asOfMs
      // Skips entries that were replaced in the meantime.
      else if (this.#kept.peek(digest) === kept) onOver(digest)
    }
  }
}
