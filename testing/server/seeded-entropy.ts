import { createHash } from 'node:crypto'
import type { Entropy, EntropyStreams } from '../../api/src/platform/entropy.ts'

/** Returns the same bytes on every run, by consumer. */
export function seededStreams(seed: string): EntropyStreams {
  return (name) => seededEntropy(`${seed}, ${name}`)
}

function seededEntropy(seed: string): Entropy {
  let count = 0
  return (size) => {
    count += 1
    return createHash('shake256', { outputLength: size })
      .update(`${seed}:${count}`)
      .digest()
  }
}
