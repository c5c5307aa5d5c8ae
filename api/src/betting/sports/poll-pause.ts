/** Requests that are kept for scores, which settle bets, when few remain. */
export const KEPT_FOR_SCORES = 50

/**
 * How long to wait until the next poll, in ms, so that what remains of the
 * month's quota lasts.
 */
export function pollPause(plan: {
  /** As often as we would like to. */
  wantedMs: number
  /** Requests that a poll is counted as. */
  cost: number
  /** Of the quota; undefined before the first answer. */
  remaining: number | undefined
  /** Until it is filled up again. */
  resetsInMs: number
}): number {
  const { wantedMs, cost, remaining, resetsInMs } = plan
  if (remaining === undefined) return wantedMs
  const polls = Math.floor(remaining / cost)
  if (polls === 0) return resetsInMs
  return Math.max(wantedMs, Math.ceil(resetsInMs / polls))
}

/** A month's quota ends with it, UTC. */
export function msToNextMonth(now: Date): number {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  return next - now.getTime()
}
