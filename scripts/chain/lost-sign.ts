/** Signs of a lost indexer: how long each may last, and its reason. */
const SIGNS = {
  renewed: {
    timeoutMs: 0,
    reason: 'The chain was restarted',
  },
  // A backfill writes every few seconds. One that never reaches the head would
  // never be live.
  stuck: {
    timeoutMs: 120_000,
    reason: 'Ponder stopped catching up with the chain before it was live',
  },
  // Ponder follows reorganisations of up to 30 blocks within a poll or two; on
  // deeper ones it fails after ten minutes.
  diverged: {
    timeoutMs: 2_000,
    reason: 'The chain was reorganised deeper than Ponder can follow',
  },
  // After an outage, Ponder may wait half a minute before it asks again.
  stalled: {
    timeoutMs: 5_000,
    reason: 'The chain moved on, and Ponder did not',
  },
} satisfies Record<string, { timeoutMs: number; reason: string }>

export type LostSign = keyof typeof SIGNS

/**
 * Measures how long an indexer shows one sign at one point.
 *
 * @param timeoutFactor multiplies the usual timeouts
 */
export function openLostSignTimer(
  timeoutFactor: number,
  nowMs = () => performance.now(),
) {
  let shown: { sign: LostSign; point: string; sinceMs: number } | undefined

  /**
   * @param point progress of the indexer; resets the time when it changes
   * @returns the reason once a sign has timed out
   */
  return (sign: LostSign | undefined, point: string): string | undefined => {
    if (!sign) {
      shown = undefined
    } else if (shown?.sign !== sign || shown.point !== point) {
      shown = { sign, point, sinceMs: nowMs() }
    } else {
      const { timeoutMs, reason } = SIGNS[sign]
      const isOver = nowMs() - shown.sinceMs >= timeoutMs * timeoutFactor
      return isOver ? reason : undefined
    }
    return undefined
  }
}
