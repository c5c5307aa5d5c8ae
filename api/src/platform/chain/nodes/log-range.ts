import { BaseError, HttpRequestError } from 'viem'
import { isUnanswered } from './rpc-failure.ts'

/** Range for a node that has refused none. */
export const BLOCKS_MOST = 500
/** Time after a refusal until larger ranges are tried again. */
const RAISE_AFTER_MS = 30 * 60_000

/**
 * Learns how many blocks of logs a node returns at once: halves what it
 * refuses, then closes in on the largest range that it answers.
 */
export class LogRange {
  #blocks = BLOCKS_MOST
  #answered = 0
  #refused = BLOCKS_MOST + 1
  /** Range that was refused once, perhaps not for its size. */
  #suspected = 0
  #raiseAtMs = Number.POSITIVE_INFINITY

  /** Blocks per request; 0 while the node refuses even one. */
  get blocks(): number {
    if (performance.now() >= this.#raiseAtMs) this.#reset()
    return this.#blocks
  }

  answered(blocks: number): void {
    this.#suspected = 0
    this.#answered = Math.max(this.#answered, blocks)
    this.#blocks = middleOf(this.#answered, this.#refused)
  }

  /**
   * Reduces the range when it is refused twice in a row.
   *
   * @returns true when it was reduced.
   */
  refused(blocks: number): boolean {
    const isSure = this.#suspected === blocks
    this.#suspected = isSure ? 0 : blocks
    if (!isSure) return false
    if (blocks <= this.#answered) this.#answered = 0
    this.#refused = blocks
    this.#blocks = Math.max(this.#answered, Math.floor(blocks / 2))
    this.#raiseAtMs = performance.now() + RAISE_AFTER_MS
    return true
  }

  #reset(): void {
    this.#blocks = BLOCKS_MOST
    this.#answered = 0
    this.#refused = BLOCKS_MOST + 1
    this.#raiseAtMs = Number.POSITIVE_INFINITY
  }
}

function middleOf(low: number, high: number): number {
  return Math.floor((low + high) / 2)
}

/** True when a node refuses the range, rather than fails to answer. */
export function isLogsRefusal(error: unknown): boolean {
  const failed =
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof HttpRequestError)
  // Providers may refuse by HTTP status.
  const status = failed instanceof HttpRequestError ? failed.status : undefined
  if (status === 400 || status === 413) return true
  return !isUnanswered(error)
}
