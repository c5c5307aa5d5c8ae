import { randomBytes } from 'node:crypto'

/** Where secrets come from, in bytes; tests bring their own. */
export type Entropy = (size: number) => Uint8Array

/**
 * Entropy by the name of who draws it. In tests each has a stream of its own, so
 * that what a job draws in between shifts nothing that a request draws.
 */
export type EntropyStreams = (name: string) => Entropy

export const systemEntropy: Entropy = (size) => randomBytes(size)
