import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hmacSha256Vectors, sha256Vectors } from './golden/hash-vectors.ts'
import { utf8 } from './hashes.ts'
import { nobleHashes } from './noble-hashes.ts'

const { sha256, hmacSha256 } = nobleHashes

test.each(sha256Vectors)('SHA-256 of FIPS 180-4: $name', (vector) => {
  expect(sha256(vector.data)).toBe(vector.digest)
})

test.each(hmacSha256Vectors)('HMAC-SHA256 of RFC 4231, $name', (vector) => {
  const digest = hmacSha256(vector.key, vector.message)
  expect(digest.slice(0, vector.digest.length)).toBe(vector.digest)
})

test('text stands for its UTF-8 bytes', () => {
  const text = 'a:é€😀'
  const bytes = utf8(text)
  expect(sha256(text)).toBe(sha256(bytes))
  expect(hmacSha256(text, text)).toBe(hmacSha256(bytes, bytes))
})

test.each([0, 63, 64, 65])(
  'a key of %i bytes gives what OpenSSL gives',
  (size) => {
    const key = new Uint8Array(size).fill(0xab)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (message) => {
        const openssl = createHmac('sha256', key).update(message).digest('hex')
        expect(hmacSha256(key, message)).toBe(openssl)
      }),
    )
  },
)
