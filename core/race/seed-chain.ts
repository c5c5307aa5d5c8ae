import type { Hashes } from '../fairness/hashes.ts'
import { hashServerSeed } from '../fairness/server-seed.ts'

/**
 * Link of a chain of seeds, each the hash of the next: the seed of race n is
 * hex(SHA-256(seed of race n + 1)), 64 lower-case hex characters. The text is
 * hashed, not the 32 bytes that it encodes. A seed reveals those of all earlier
 * races, and of none after it.
 */
export type ChainLink = {
  /** Race number; the terminal hash has the number before the first race. */
  number: number
  seed: string
}

/**
 * Maximum number of races per chain, which limits the verification of the last
 * one to seconds in a browser. At 45 s per race it lasts a year and a half.
 */
export const LONGEST_CHAIN = 2 ** 20

/**
 * Returns the seed of the previous race, which is the commitment of this race
 * and known before its first bet. For the first race of a chain it is the
 * published terminal hash.
 */
export function previousSeed(hashes: Hashes, seed: string): string {
  return hashServerSeed(hashes, seed)
}

/**
 * Returns an earlier link of a chain.
 *
 * @param steps 0 to {@link LONGEST_CHAIN}; 0 is the same link.
 */
export function linkBefore(
  hashes: Hashes,
  { number, seed }: ChainLink,
  steps: number,
): ChainLink {
  let before = seed
  for (let step = 0; step < steps; step += 1) {
    before = previousSeed(hashes, before)
  }
  return { number: number - steps, seed: before }
}

/**
 * True if a revealed seed belongs to its race, given any earlier link: the
 * terminal hash, a commitment, or the seed of an earlier race.
 */
export function isInChain(
  hashes: Hashes,
  revealed: ChainLink,
  known: ChainLink,
): boolean {
  const steps = revealed.number - known.number
  if (steps < 1 || steps > LONGEST_CHAIN) return false
  return linkBefore(hashes, revealed, steps).seed === known.seed
}
