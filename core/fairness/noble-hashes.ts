import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, fromHex, type Hashes, toHex, utf8 } from './hashes.ts'

/** Hashes in JavaScript, for browsers and the verifier. */
export const nobleHashes: Hashes = {
  sha256: (data) => toHex(sha256(toBytes(data))),
  sha256OfHex: (hex) => toHex(sha256(fromHex(hex))),
  hmacSha256: (key, message) =>
    toHex(hmac(sha256, toBytes(key), toBytes(message))),
}

function toBytes(data: Bytes): Uint8Array {
  return typeof data === 'string' ? utf8(data) : data
}
