/** Confirmations before a deposit is credited; its own block counts as one. */
export const CONFIRMATIONS_NEEDED = 6

/**
 * Counts a block's confirmations, including the block itself.
 *
 * @returns 0 to {@link CONFIRMATIONS_NEEDED}, capped.
 */
export function countConfirmations(blockNumber: number, head: number): number {
  return Math.min(Math.max(head - blockNumber + 1, 0), CONFIRMATIONS_NEEDED)
}
