import { toHex } from '#core/fairness/hashes.ts'

/** Returns a server seed for demonstrations: 64 hex characters, 256 bits. */
export const randomServerSeed = () => randomHex(32)

/** Returns a client seed that can't be guessed: 32 hex characters, 128 bits. */
export const randomClientSeed = () => randomHex(16)

function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)))
}
