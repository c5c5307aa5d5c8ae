import { BaseError, HttpRequestError } from 'viem'
import { isUnanswered } from './rpc-failure.ts'

/** Blocks asked of a node that has refused none. */
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
  /** A range refused once, perhaps for another reason than its size. */
  #doubted = 0
  #raiseAtMs = Number.POSITIVE_INFINITY

  /** Blocks to ask for; 0 while the node refuses even a single one. */
  get blocks(): number {
    if (performance.now() >= this.#raiseAtMs) this.#reset()
    return this.#blocks
  }

  answered(blocks: number): void {
    this.#doubted = 0
    this.#answered = Math.max(this.#answered, blocks)
    this.#blocks = middleOf(this.#answered, this.#refused)
  }

  /**
   * Asks for less when as many blocks are refused twice in a row.
   *
   * @returns whether it does.
   */
  refused(blocks: number): boolean {
    const isSure = this.#doubted === blocks
    this.#doubted = isSure ? 0 : blocks
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

/** True when a node answers that it returns no such logs. */
export function isLogsRefusal(error: unknown): boolean {
  const failed =
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof HttpRequestError)
  // Some providers refuse a range by an HTTP status.
  const status = failed instanceof HttpRequestError ? failed.status : undefined
  if (status === 400 || status === 413) return true
  return !isUnanswered(error)
}
