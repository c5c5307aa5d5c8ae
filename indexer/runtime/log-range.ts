/** Range for a node that has refused none. */
const BLOCKS_MOST = 500
/** Time after a refusal until larger ranges are tried again. */
const RAISE_AFTER_MS = 30 * 60_000

export type LogRange = ReturnType<typeof createLogRange>

/**
 * Learns how many blocks of logs a node returns at once: closes in on the range
 * between the largest that it answers and the smallest that it refuses.
 */
export function createLogRange() {
  let answered = 0
  let refused = BLOCKS_MOST + 1
  let raiseAtMs = Number.POSITIVE_INFINITY
  /** Range that was refused once, perhaps not for its size. */
  let suspected = 0

  return {
    /** Blocks per request; 0 while the node refuses even one. */
    get blocks(): number {
      if (performance.now() >= raiseAtMs) refused = BLOCKS_MOST + 1
      const isUntested = refused > BLOCKS_MOST
      return isUntested ? BLOCKS_MOST : Math.floor((answered + refused) / 2)
    },

    answered(size: number): void {
      suspected = 0
      answered = Math.max(answered, size)
    },

    /** Reduces the range when it is refused twice in a row. */
    refused(size: number): void {
      const isSure = suspected === size
      suspected = isSure ? 0 : size
      if (!isSure) return
      if (size <= answered) answered = 0
      refused = size
      raiseAtMs = performance.now() + RAISE_AFTER_MS
    },
  }
}
