import type { Coins } from '../../money/coins.ts'
import type { Ratio } from '../../money/fair-rounding.ts'
import type { GoldenRound } from './golden-vectors.ts'

/** What can happen in a game, so that its golden rounds show all of it. */
export type GoldenKinds = {
  /** Each in a few words. */
  all: readonly string[]
  /** Those that a round shows, and maybe more. */
  shownBy(round: GoldenRound): string[]
}

/** The ways in which a win becomes whole coins. */
export const ROUNDINGS = ['as it is', 'rounded up', 'rounded down'] as const

/** How a win became what was paid. */
export function roundingOf(
  { numerator, denominator }: Ratio,
  paid: Coins,
): (typeof ROUNDINGS)[number] {
  const more = BigInt(paid) * denominator - numerator
  if (more === 0n) return 'as it is'
  return more > 0n ? 'rounded up' : 'rounded down'
}

/** Those words that apply. */
export function applying(words: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(words).filter((word) => words[word])
}
