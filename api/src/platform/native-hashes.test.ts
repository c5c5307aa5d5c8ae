import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import {
  hmacSha256Vectors,
  sha256Vectors,
} from '#testing/samples/hash-vectors.ts'
import { nativeHashes } from './native-hashes.ts'

const { sha256, sha256OfHex, hmacSha256 } = nativeHashes

describe('published vectors', () => {
  test.each(sha256Vectors)('SHA-256 of FIPS 180-4: $name', (vector) => {
    expect(sha256(vector.data)).toBe(vector.digest)
  })

  test.each(hmacSha256Vectors)('HMAC-SHA256 of RFC 4231, $name', (vector) => {
    const digest = hmacSha256(vector.key, vector.message)
    expect(digest.slice(0, vector.digest.length)).toBe(vector.digest)
  })
})

describe('the server and the browser hash alike', () => {
  /** Noble's hashes are slow until they are compiled. */
  const runs = { numRuns: 30 }

  test('hash bytes that are given as hex', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        const hex = Buffer.from(bytes).toString('hex')
        expect(sha256OfHex(hex)).toBe(sha256(bytes))
        expect(nobleHashes.sha256OfHex(hex)).toBe(sha256(bytes))
      }),
      runs,
    )
  })

  test('hash keys and messages, bytes or UTF-8 text', () => {
    const size = fc.constantFrom(0, 1, 32, 63, 64, 65, 131)
    const bytes = size.chain((length) =>
      fc.uint8Array({ minLength: length, maxLength: length }),
    )
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    const input = fc.oneof(bytes, text)
    fc.assert(
      fc.property(input, input, (key, message) => {
        const noble = nobleHashes.hmacSha256(key, message)
        expect(hmacSha256(key, message)).toBe(noble)
        expect(sha256(message)).toBe(nobleHashes.sha256(message))
      }),
    )
  })
})
