import { createHash } from 'node:crypto'
import type { Entropy, EntropyStreams } from '../../api/src/platform/entropy.ts'

/** The same bytes on every run for each name that draws, apart from all others. */
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
