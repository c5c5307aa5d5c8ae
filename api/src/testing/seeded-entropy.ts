import { createHash } from 'node:crypto'
import type { Entropy } from '../platform/entropy.ts'

/** The same bytes on every run, so that a test meets the same fate each time. */
export function seededEntropy(seed: string): Entropy {
  let count = 0
  return (size) => {
    count += 1
    return createHash('shake256', { outputLength: size })
      .update(`${seed}:${count}`)
      .digest()
  }
}
