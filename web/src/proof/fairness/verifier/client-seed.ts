import { toHex } from '#core/fairness/hashes.ts'

const SEED_BYTES = 16

/** A client seed nobody can guess: 32 hex characters, 128 bits. */
export function randomClientSeed(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)))
}
