import { LRUCache } from 'lru-cache'
import type { DepositRow } from './deposits.store.ts'

/** Checks that have to find a payment missing before it counts as dropped. */
export const CHECKS_NEEDED = 3
const KEPT = 10_000

type Seen = { times: number; sinceMs: number; lastMs: number }

type ReorgDebounceDeps = {
  nowMs(): number
  /** Least time from the first to the last of these checks. */
  reverseAfterMs: number
}

/** Counts how often, and for how long, payments were found to be dropped. */
export class ReorgDebounce {
  readonly #deps: ReorgDebounceDeps
  readonly #seen = new LRUCache<string, Seen>({ max: KEPT })

  constructor(deps: ReorgDebounceDeps) {
    this.#deps = deps
  }

  /**
   * Counts one more, and says whether they are enough. Those far apart do not
   * prove that it was dropped all the time.
   */
  isProven({ id }: DepositRow): boolean {
    const { reverseAfterMs } = this.#deps
    const lastMs = this.#deps.nowMs()
    const before = this.#seen.get(id)
    const isRecent = before && lastMs - before.lastMs <= 2 * reverseAfterMs
    const { sinceMs, times } = isRecent ? before : { sinceMs: lastMs, times: 0 }
    this.#seen.set(id, { sinceMs, lastMs, times: times + 1 })
    const isLong = lastMs - sinceMs >= reverseAfterMs
    return isLong && times + 1 >= CHECKS_NEEDED
  }

  /** It is there, or one node shows it: the count begins anew. */
  forget({ id }: DepositRow): void {
    this.#seen.delete(id)
  }
}
