import { randomBytes } from 'node:crypto'

/** Returns random bytes; tests inject their own. */
export type Entropy = (size: number) => Uint8Array

/** Returns the entropy of a named consumer. Tests give each its own stream. */
export type EntropyStreams = (name: string) => Entropy

export const systemEntropy: Entropy = (size) => randomBytes(size)
