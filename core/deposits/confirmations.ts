/** Blocks that a deposit waits for, its own included. */
export const CONFIRMATIONS_NEEDED = 6

/**
 * How often the chain has confirmed a block: once by itself and once by every
 * block on top of it.
 *
 * @returns 0 to {@link CONFIRMATIONS_NEEDED}; more are not counted.
 */
export function confirmationsOf(blockNumber: number, head: number): number {
  return Math.min(Math.max(head - blockNumber + 1, 0), CONFIRMATIONS_NEEDED)
}
