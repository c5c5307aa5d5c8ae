/** How an indexer gets lost: for how long it may look so, and why it is. */
const SIGNS = {
  renewed: {
    timeoutMs: 0,
    reason: 'The chain was started anew',
  },
  // A backfill writes what it has fetched every few seconds, however long it
  // takes. One that can't get from its end to the head would never be live.
  stuck: {
    timeoutMs: 120_000,
    reason: 'Ponder stopped catching up with the chain before it was live',
  },
  // Ponder follows an ordinary reorganisation within a poll or two. Deeper
  // than 30 blocks it can't; it would try for ten minutes and then end.
  diverged: {
    timeoutMs: 2_000,
    reason: 'The chain was reorganised deeper than Ponder can follow',
  },
  // After an RPC was away, Ponder may wait half a minute to ask it again.
  stalled: {
    timeoutMs: 5_000,
    reason: 'The chain moved on, and Ponder did not',
  },
} satisfies Record<string, { timeoutMs: number; reason: string }>

export type LostSign = keyof typeof SIGNS

/** Tells for how long an indexer has shown one sign at one point. */
export class LostSignTimer {
  readonly #patience: number
  readonly #nowMs: () => number
  #shown: { sign: LostSign; point: string; sinceMs: number } | undefined

  /** @param patience by how many times longer than usual it may look lost. */
  constructor(patience: number, nowMs = () => performance.now()) {
    this.#patience = patience
    this.#nowMs = nowMs
  }

  /**
   * @param point how far the indexer has come: the time begins anew with it.
   * @returns why the indexer is lost, in words, once a sign has timed out.
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
    return SIGNS[sign].timeoutMs * this.#patience
  }
}
