import { createHash, createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hmacSha256Vectors,
  sha256Vectors,
} from '#testing/samples/hash-vectors.ts'
import { fromHex, toHex, utf8 } from './hashes.ts'
import { nobleHashes } from './noble-hashes.ts'
import { commitmentOf, serverSeedOf } from './server-seed.ts'

const { sha256, hmacSha256 } = nobleHashes

describe('hex and text', () => {
  test('use lower-case hex and UTF-8', () => {
    expect(toHex(Uint8Array.of(0, 9, 10, 127, 128, 255))).toBe('00090a7f80ff')
    expect(toHex(utf8('a:é€😀'))).toBe('613ac3a9e282acf09f9880')
  })

  test('property: round-trip bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'))
        expect(fromHex(toHex(bytes))).toEqual(bytes)
      }),
    )
  })
})

describe('hashes', () => {
  test.each(sha256Vectors)('SHA-256 of FIPS 180-4: $name', (vector) => {
    expect(sha256(vector.data)).toBe(vector.digest)
  })

  test.each(hmacSha256Vectors)('HMAC-SHA256 of RFC 4231, $name', (vector) => {
    const digest = hmacSha256(vector.key, vector.message)
    expect(digest.slice(0, vector.digest.length)).toBe(vector.digest)
  })

  test('hash text as UTF-8', () => {
    const text = 'a:é€😀'
    const bytes = utf8(text)
    expect(sha256(text)).toBe(sha256(bytes))
    expect(hmacSha256(text, text)).toBe(hmacSha256(bytes, bytes))
  })

  test.each([0, 63, 64, 65])('match OpenSSL with a key of %i bytes', (size) => {
    const key = new Uint8Array(size).fill(0xab)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (message) => {
        const openssl = createHmac('sha256', key).update(message)
        expect(hmacSha256(key, message)).toBe(openssl.digest('hex'))
      }),
    )
  })
})

describe('a server seed', () => {
  const streamKey = new Uint8Array(32).fill(0xa5)

  test.each([0, 9, 10, 1_024, 4_294_967_296])(
    'is the HMAC of nonce %i in decimal ASCII, as hex',
    (nonce) => {
      const expected = createHmac('sha256', streamKey).update(String(nonce))
      const seed = serverSeedOf(nobleHashes, streamKey, nonce)
      expect(seed).toBe(expected.digest('hex'))
      const otherKey = streamKey.with(31, 0xa4)
      expect(serverSeedOf(nobleHashes, otherKey, nonce)).not.toBe(seed)
    },
  )

  test('has the SHA-256 of its text, not its bytes, as commitment', () => {
    const seed = '00'.repeat(32)
    const expected = createHash('sha256').update(seed).digest('hex')
    expect(commitmentOf(nobleHashes, seed)).toBe(expected)
  })
})
