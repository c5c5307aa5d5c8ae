import { hash } from 'node:crypto'
import type { Hashes } from '#core/fairness/hashes.ts'

const BLOCK_BYTES = 64

/**
 * Node's one-shot SHA-256, and RFC 2104's HMAC as two of it: a third of what
 * `createHmac` costs, and nothing left for the garbage collector.
 */
export const nativeHashes: Hashes = {
  sha256,
  hmacSha256(key, message) {
    const block = key.length > BLOCK_BYTES ? sha256(key) : key
    const inner = sha256(padded(block, 0x36, message))
    return sha256(padded(block, 0x5c, inner))
  },
}

function sha256(data: Uint8Array): Uint8Array {
  return hash('sha256', data, 'buffer')
}

/** The key, filled up to a block and masked, with the message behind it. */
function padded(key: Uint8Array, mask: number, message: Uint8Array) {
  const bytes = new Uint8Array(BLOCK_BYTES + message.length).fill(
    mask,
    0,
    BLOCK_BYTES,
  )
  for (let index = 0; index < key.length; index += 1) {
    bytes[index] = mask ^ (key[index] ?? 0)
  }
  bytes.set(message, BLOCK_BYTES)
  return bytes
}
