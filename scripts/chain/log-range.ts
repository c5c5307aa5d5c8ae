/** Range for a node that has refused none. */
const BLOCKS_MOST = 500
/** Time after a refusal until larger ranges are tried again. */
const RAISE_AFTER_MS = 30 * 60_000

export type LogRange = ReturnType<typeof openLogRange>

/**
 * Learns how many blocks of logs a node returns at once: halves what it
 * refuses, then closes in on the largest range that it answers.
 */
export function openLogRange() {
  let blocks = BLOCKS_MOST
  let largestAnswered = 0
  let smallestRefused = BLOCKS_MOST + 1
  /** Range that was refused once, perhaps not for its size. */
  let suspected = 0
  let raiseAtMs = Number.POSITIVE_INFINITY

  function reset(): void {
    blocks = BLOCKS_MOST
    largestAnswered = 0
    smallestRefused = BLOCKS_MOST + 1
    raiseAtMs = Number.POSITIVE_INFINITY
  }

  return {
    /** Blocks per request; 0 while the node refuses even one. */
    get blocks(): number {
      if (performance.now() >= raiseAtMs) reset()
      return blocks
    },

    answered(size: number): void {
      suspected = 0
      largestAnswered = Math.max(largestAnswered, size)
      blocks = Math.floor((largestAnswered + smallestRefused) / 2)
    },

    /**
     * Reduces the range when it is refused twice in a row.
     *
     * @returns true when it was reduced.
     */
    refused(size: number): boolean {
      const isSure = suspected === size
      suspected = isSure ? 0 : size
      if (!isSure) return false
      if (size <= largestAnswered) largestAnswered = 0
      smallestRefused = size
      blocks = Math.max(largestAnswered, Math.floor(size / 2))
      raiseAtMs = performance.now() + RAISE_AFTER_MS
      return true
    },
  }
}
