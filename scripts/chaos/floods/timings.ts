export const KINDS = ['bets', 'reads', 'visits'] as const
export type Kind = (typeof KINDS)[number]

/** How long things took, in milliseconds. */
export class Timings implements Record<Kind, number[]> {
  readonly bets: number[] = []
  readonly reads: number[] = []
  readonly visits: number[] = []
}

/** @param percent how many of a hundred are not longer; of none, nothing is short enough. */
export function percentile(
  durationsMs: readonly number[],
  percent: number,
): number {
  const sorted = durationsMs.toSorted((a, b) => a - b)
  const rank = Math.ceil((percent / 100) * sorted.length)
  return sorted[Math.max(rank, 1) - 1] ?? Number.POSITIVE_INFINITY
}
