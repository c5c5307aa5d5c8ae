import { createHash, createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { fromHex, toHex, utf8 } from './hashes.ts'
import { nobleHashes } from './noble-hashes.ts'
import { deriveServerSeed, hashServerSeed } from './server-seed.ts'

const bytes = (size: number, value: number) => new Uint8Array(size).fill(value)

/** NIST's examples for FIPS 180-4. */
const sha256Vectors = [
  {
    name: 'no bytes',
    data: utf8(''),
    digest: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  },
  {
    name: 'one block',
    data: utf8('abc'),
    digest: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  },
  {
    name: 'two blocks, the second of padding only',
    data: utf8('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'),
    digest: '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  },
  {
    name: 'two full blocks',
    data: utf8(
      'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
    ),
    digest: 'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
  },
  {
    name: 'a million bytes',
    data: bytes(1_000_000, 0x61),
    digest: 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
  },
]

/** RFC 4231, section 4; its test case 5 gives only the digest's first half. */
const hmacSha256Vectors = [
  {
    name: 'case 1: a short key',
    key: bytes(20, 0x0b),
    message: utf8('Hi There'),
    digest: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  },
  {
    name: 'case 2: a key shorter than the digest',
    key: utf8('Jefe'),
    message: utf8('what do ya want for nothing?'),
    digest: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  },
  {
    name: 'case 3: key and message longer than a block together',
    key: bytes(20, 0xaa),
    message: bytes(50, 0xdd),
    digest: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  },
  {
    name: 'case 4: a key of 25 different bytes',
    key: Uint8Array.from({ length: 25 }, (_, index) => index + 1),
    message: bytes(50, 0xcd),
    digest: '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  },
  {
    name: 'case 5: the digest truncated to 128 bits',
    key: bytes(20, 0x0c),
    message: utf8('Test With Truncation'),
    digest: 'a3b6167473100ee06e0c796c2955552b',
  },
  {
    name: 'case 6: a key longer than a block',
    key: bytes(131, 0xaa),
    message: utf8('Test Using Larger Than Block-Size Key - Hash Key First'),
    digest: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  },
  {
    name: 'case 7: key and message longer than a block',
    key: bytes(131, 0xaa),
    message: utf8(
      'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.',
    ),
    digest: '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  },
]

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

describe.each([
  ['noble', nobleHashes],
  ['native', nativeHashes],
])('hashes (%s)', (_name, { sha256, sha256OfHex, hmacSha256 }) => {
  test.each(sha256Vectors)('SHA-256 of FIPS 180-4: $name', (vector) => {
    expect(sha256(vector.data)).toBe(vector.digest)
  })

  test.each(hmacSha256Vectors)('HMAC-SHA256 of RFC 4231, $name', (vector) => {
    const digest = hmacSha256(vector.key, vector.message)
    expect(digest.slice(0, vector.digest.length)).toBe(vector.digest)
  })

  test('hash bytes that are given as hex', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        expect(sha256OfHex(toHex(bytes))).toBe(sha256(bytes))
      }),
      // Noble's hashes are slow until they are compiled.
      { numRuns: 30 },
    )
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

test('hash alike on the server and in the browser', () => {
  const size = fc.constantFrom(0, 1, 32, 63, 64, 65, 131)
  const bytes = size.chain((length) =>
    fc.uint8Array({ minLength: length, maxLength: length }),
  )
  const input = fc.oneof(bytes, fc.string({ unit: 'binary', maxLength: 300 }))
  fc.assert(
    fc.property(input, input, (key, message) => {
      const noble = nobleHashes.hmacSha256(key, message)
      expect(nativeHashes.hmacSha256(key, message)).toBe(noble)
      expect(nativeHashes.sha256(message)).toBe(nobleHashes.sha256(message))
    }),
  )
})

describe('a server seed', () => {
  const streamKey = new Uint8Array(32).fill(0xa5)

  test.each([0, 9, 10, 1_024, 4_294_967_296])(
    'is the HMAC of nonce %i in decimal ASCII, as hex',
    (nonce) => {
      const expected = createHmac('sha256', streamKey).update(String(nonce))
      const seed = deriveServerSeed(nobleHashes, streamKey, nonce)
      expect(seed).toBe(expected.digest('hex'))
      const otherKey = streamKey.with(31, 0xa4)
      expect(deriveServerSeed(nobleHashes, otherKey, nonce)).not.toBe(seed)
    },
  )

  test('has the SHA-256 of its text, not its bytes, as commitment', () => {
    const seed = '00'.repeat(32)
    const expected = createHash('sha256').update(seed).digest('hex')
    expect(hashServerSeed(nobleHashes, seed)).toBe(expected)
  })
})
