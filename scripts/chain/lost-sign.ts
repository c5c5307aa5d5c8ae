/** Signs of a lost indexer: how long each may last, and its reason. */
const SIGNS = {
  renewed: {
    timeoutMs: 0,
    reason: 'The chain was started anew',
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

/** Measures how long an indexer shows one sign at one point. */
export class LostSignTimer {
  readonly #timeoutFactor: number
  readonly #nowMs: () => number
  #shown: { sign: LostSign; point: string; sinceMs: number } | undefined

  /** @param timeoutFactor multiplies the usual timeouts */
  constructor(timeoutFactor: number, nowMs = () => performance.now()) {
    this.#timeoutFactor = timeoutFactor
    this.#nowMs = nowMs
  }

  /**
   * @param point progress of the indexer; resets the time when it changes
   * @returns the reason once a sign has timed out
   */
  observe(sign: LostSign | undefined, point: string): string | undefined {
    const sinceMs = this.#nowMs()
    const shown = this.#shown
    if (!sign) {
      this.#shown = undefined
    } else if (shown?.sign !== sign || shown.point !== point) {
      this.#shown = { sign, point, sinceMs }
    } else if (sinceMs - shown.sinceMs >= this.#timeoutMs(sign)) {
      return SIGNS[sign].reason
    }
    return undefined
  }

  #timeoutMs(sign: LostSign): number {
    return SIGNS[sign].timeoutMs * this.#timeoutFactor
  }
}
