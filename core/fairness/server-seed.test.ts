import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { nobleHashes } from './noble-hashes.ts'
import { commitmentOf, serverSeedOf } from './server-seed.ts'

const streamKey = new Uint8Array(32).fill(0xa5)

describe('serverSeedOf', () => {
  test.each([0, 9, 10, 1_024, 4_294_967_296])(
    'is the HMAC of nonce %i in decimal ASCII, as hex',
    (nonce) => {
      const ascii = Buffer.from(nonce.toString(10), 'ascii')
      const expected = createHmac('sha256', streamKey)
        .update(ascii)
        .digest('hex')
      expect(serverSeedOf(nobleHashes, streamKey, nonce)).toBe(expected)
    },
  )

  test('differs between neighbours and between players', () => {
    const otherKey = streamKey.with(31, 0xa4)
    const seeds = [0, 1].flatMap((nonce) =>
      [streamKey, otherKey].map((key) => serverSeedOf(nobleHashes, key, nonce)),
    )
    expect(new Set(seeds).size).toBe(4)
  })
})

test("a commitment is the SHA-256 of the seed's text, not of its bytes", () => {
  const seed = '00'.repeat(32)
  const sha256 = (data: string | Buffer) =>
    createHash('sha256').update(data).digest('hex')
  expect(commitmentOf(nobleHashes, seed)).toBe(sha256(seed))
  expect(commitmentOf(nobleHashes, seed)).not.toBe(
    sha256(Buffer.from(seed, 'hex')),
  )
})
