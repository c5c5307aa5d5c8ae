import type { Hashes } from '../fairness/hashes.ts'
import { commitmentOf } from '../fairness/server-seed.ts'

/**
 * One link of a chain of seeds in which each is the hash of the next one: the
 * seed of race n is hex(SHA-256(the text of the seed of race n + 1)), 64
 * lower-case hex characters, the text being hashed and not the 32 bytes that
 * it spells. Whoever holds the seed of a race can therefore tell those of all
 * races before it, and of none after it.
 */
export type ChainLink = {
  /** Of the race; that of a chain's terminal hash is one before its first race. */
  number: number
  seed: string
}

/**
 * The most races of one chain, so that checking its last one against the
 * terminal hash stays a matter of seconds in a browser. A race takes about 45 s
 * with all that belongs to it: this is a year and a half.
 */
export const LONGEST_CHAIN = 2 ** 20

/**
 * The seed of the race before, which is also the commitment of this race: it
 * is known to everybody before bets on this race are taken. Before race 1 (and
 * the first race of each later chain) it is the published terminal hash.
 */
export function previousSeed(hashes: Hashes, seed: string): string {
  return commitmentOf(hashes, seed)
}

/**
 * The link that lies some races before another one.
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
 * Whether a revealed seed belongs to its race, judged by any earlier link that
 * was known before: the terminal hash, a commitment, or the seed of some race.
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
