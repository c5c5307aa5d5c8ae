import { LRUCache } from 'lru-cache'
import type { DepositRow } from '../deposits.store.ts'

/** Checks without the payment before it counts as dropped. */
export const CHECKS_NEEDED = 3
const DEPOSITS_MAX = 10_000

type MissedChecks = { times: number; sinceMs: number; lastMs: number }

/** Debounces reorganisations: a payment has to be missing repeatedly and for long. */
export function createReorgDebounce({
  nowMs,
  reverseAfterMs,
}: {
  nowMs: () => number
  /** Minimum time from the first to the last of these checks. */
  reverseAfterMs: number
}) {
  const missed = new LRUCache<string, MissedChecks>({ max: DEPOSITS_MAX })

  /**
   * Counts a check without the payment; true once they suffice. Checks too far
   * apart don't prove that it was missing in between.
   */
  function isProven({ id }: DepositRow): boolean {
    const lastMs = nowMs()
    const before = missed.get(id)
    const isRecent = before && lastMs - before.lastMs <= 2 * reverseAfterMs
    const { sinceMs, times } = isRecent ? before : { sinceMs: lastMs, times: 0 }
    missed.set(id, { sinceMs, lastMs, times: times + 1 })
    const isLong = lastMs - sinceMs >= reverseAfterMs
    return isLong && times + 1 >= CHECKS_NEEDED
  }

  /** Resets the count, after any node has shown the payment. */
  function forget({ id }: DepositRow): void {
    missed.delete(id)
  }

  return { isProven, forget }
}
