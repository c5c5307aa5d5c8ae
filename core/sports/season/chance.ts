import { drawsOf, integerBelow, WORD_RANGE } from '../../fairness/draws.ts'
import type { Hashes } from '../../fairness/hashes.ts'

/** A season's chance: everything in it follows from the seed. */
export type SeasonSeed = {
  hashes: Hashes
  /** 64 hex characters, secret until the season is over. */
  seed: string
}

/** Draws of one thing in the season, taken one after the other. */
export type Chance = {
  /** From 0, below 1. */
  fraction(): number
  /** From 0 to one less. */
  below(count: number): number
}

/**
 * @param purpose what is drawn, such as 'schedule'.
 * @param number of that kind, such as a game's.
 */
export function chanceOf(
  { hashes, seed }: SeasonSeed,
  purpose: string,
  number: number,
): Chance {
  const seeds = { serverSeed: seed, clientSeed: purpose, nonce: number }
  const draws = drawsOf(hashes, seeds)
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

/** Puts a list into an order drawn by chance (Fisher and Yates). */
export function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  const drawn: T[] = []
  for (const item of list) {
    const place = chance.below(drawn.length + 1)
    const [displaced] = drawn.splice(place, 1, item)
    if (displaced !== undefined) drawn.push(displaced)
  }
  return drawn
}
