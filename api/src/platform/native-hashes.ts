import { createHmac, hash } from 'node:crypto'
import type { Bytes, Hashes } from '#core/fairness/hashes.ts'

const BLOCK_BYTES = 64
const DIGEST_BYTES = 32
const MESSAGE_BYTES_MAX = 512

/** SHA-256 and HMAC (RFC 2104) by one-shot `hash`, ten times `createHmac`. */
export const nativeHashes: Hashes = {
  sha256: (data) => hash('sha256', data),
  sha256OfHex: (hex) => hash('sha256', Buffer.from(hex, 'hex')),

  hmacSha256(key, message) {
    const length = Buffer.byteLength(message)
    if (Buffer.byteLength(key) > BLOCK_BYTES || length > MESSAGE_BYTES_MAX) {
      return createHmac('sha256', key).update(message).digest('hex')
    }
    mask(key)
    write(message, inner, BLOCK_BYTES)
    const digest = hash('sha256', inner.subarray(0, BLOCK_BYTES + length))
    outer.write(digest, BLOCK_BYTES, 'hex')
    return hash('sha256', outer)
  },
}

const inner = Buffer.alloc(BLOCK_BYTES + MESSAGE_BYTES_MAX)
const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES)

/** Starts both buffers with the padded and masked key. */
function mask(key: Bytes): void {
  outer.fill(0, 0, BLOCK_BYTES)
  write(key, outer, 0)
  for (let index = 0; index < BLOCK_BYTES; index += 1) {
    const byte = outer[index] ?? 0
    inner[index] = byte ^ 0x36
    outer[index] = byte ^ 0x5c
  }
}

function write(data: Bytes, buffer: Buffer, offset: number): void {
  if (typeof data === 'string') buffer.write(data, offset)
  else buffer.set(data, offset)
}
