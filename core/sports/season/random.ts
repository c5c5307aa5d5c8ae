import { createDraws, integerBelow, WORD_RANGE } from '../../fairness/draws.ts'
import type { Hashes } from '../../fairness/hashes.ts'

/** Seed of a season, which determines all of it. */
export type SeasonSeed = {
  hashes: Hashes
  /** 64 hex characters, secret until the season is over. */
  seed: string
}

/** Sequence of draws for one purpose. */
export type Random = {
  /** Returns a number from 0 and below 1. */
  fraction(): number
  /** Returns a whole number from 0 and below the count. */
  below(count: number): number
}

/**
 * Opens the draws for one purpose.
 *
 * @param purpose for example 'schedule'.
 * @param number distinguishes draws of the same purpose, such as games.
 */
export function createRandom(
  { hashes, seed }: SeasonSeed,
  purpose: string,
  number: number,
): Random {
  const seeds = { serverSeed: seed, clientSeed: purpose, nonce: number }
  const draws = createDraws(hashes, seeds)
  let taken = 0
  const next = () => {
    taken += 1
    return draws(taken - 1)
  }
  return {
    fraction: () => next() / WORD_RANGE,
    below: (count) => integerBelow(next(), count),
  }
}

/** Shuffles a list (Fisher and Yates). */
export function shuffle<T>(list: readonly T[], random: Random): T[] {
  const drawn: T[] = []
  for (const item of list) {
    const place = random.below(drawn.length + 1)
    const [displaced] = drawn.splice(place, 1, item)
    if (displaced !== undefined) drawn.push(displaced)
  }
  return drawn
}
