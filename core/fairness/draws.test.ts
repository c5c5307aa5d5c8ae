import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDraws, integerBelow, recordDraws, WORD_RANGE } from './draws.ts'
import { nobleHashes } from './noble-hashes.ts'

const seeds = { serverSeed: '5e'.repeat(32), clientSeed: 'lucky 7', nonce: 42 }

/** The digest of block `number`, by Node's own HMAC. */
function getBlock(number: number): Buffer {
  return createHmac('sha256', seeds.serverSeed)
    .update(`lucky 7:42:${number}`)
    .digest()
}

describe('createDraws', () => {
  test.each([
    { index: 0, block: 0, offset: 0 },
    { index: 1, block: 0, offset: 4 },
    { index: 7, block: 0, offset: 28 },
    { index: 8, block: 1, offset: 0 },
    { index: 15, block: 1, offset: 28 },
    { index: 16, block: 2, offset: 0 },
  ])('draw $index is at byte $offset of block $block', (place) => {
    const { index, block, offset } = place
    const expected = getBlock(block).readUInt32BE(offset)
    expect(createDraws(nobleHashes, seeds)(index)).toBe(expected)
  })

  test('hashes a block once, and only when one of its draws is used', () => {
    const messages: string[] = []
    const counting = {
      ...nobleHashes,
      hmacSha256(key: string, message: string) {
        messages.push(message)
        return nobleHashes.hmacSha256(key, message)
      },
    }
    const draws = createDraws(counting, seeds)
    for (const index of [9, 8, 9, 1]) draws(index)
    expect(messages).toEqual(['lucky 7:42:1', 'lucky 7:42:0'])
  })
})

describe('observed', () => {
  const plain = (index: number) => index * 10

  test('passes draws through and lists all up to the last used one', () => {
    const { draws, list } = recordDraws(plain)
    expect(list()).toEqual([])
    expect(draws(3)).toBe(30)
    expect(draws(1)).toBe(10)
    expect(list()).toEqual([0, 10, 20, 30])
  })
})

describe('integerBelow', () => {
  const last = WORD_RANGE - 1

  test.each([
    { draw: 0, below: 6, integer: 0 },
    { draw: last, below: 6, integer: 5 },
    { draw: WORD_RANGE / 2 - 1, below: 2, integer: 0 },
    { draw: WORD_RANGE / 2, below: 2, integer: 1 },
    { draw: last, below: 1, integer: 0 },
    { draw: last, below: 2 ** 21, integer: 2 ** 21 - 1 },
  ])('draw $draw below $below is $integer', ({ draw, below, integer }) => {
    expect(integerBelow(draw, below)).toBe(integer)
  })

  test.each([0, -1, 1.5, 2 ** 21 + 1, Number.NaN])(
    'rejects a bound of %d',
    (below) => {
      expect(() => integerBelow(0, below)).toThrow('below')
    },
  )

  test('property: is floor(draw × below / 2^32), exactly', () => {
    const draws = fc.integer({ min: 0, max: last })
    const bounds = fc.integer({ min: 1, max: 2 ** 21 })
    fc.assert(
      fc.property(draws, bounds, (draw, below) => {
        const exact = (BigInt(draw) * BigInt(below)) >> 32n
        expect(integerBelow(draw, below)).toBe(Number(exact))
      }),
    )
  })
})
