import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Hashes } from './hashes.ts'

/** The hash functions for where no native ones are at hand: browsers, the verifier. */
export const nobleHashes: Hashes = {
  sha256,
  hmacSha256: (key, message) => hmac(sha256, key, message),
}
