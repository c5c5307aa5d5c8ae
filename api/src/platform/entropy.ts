import { randomBytes } from 'node:crypto'

/** Where secrets come from, in bytes; tests bring their own. */
export type Entropy = (size: number) => Uint8Array

export const systemEntropy: Entropy = (size) => randomBytes(size)
