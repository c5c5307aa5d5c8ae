import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemEntropy } from '../entropy.ts'
import { sealedBox } from './sealed-box.ts'

const OLD = systemEntropy(32)
const NEW = systemEntropy(32)
const SECRET = Buffer.from('a stream key of thirty-two bytes')
const CONTEXT = 'stream-key:player'

function getBox(keys: [version: number, key: Uint8Array][]) {
  return sealedBox(new Map(keys), systemEntropy)
}

const box = getBox([[1, OLD]])

test('opens what it sealed for the same context', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (secret, context) => {
      const opened = box.open(box.seal(secret, context), context)
      expect(Buffer.from(secret).equals(opened)).toBe(true)
    }),
  )
})

test('seals the same secret differently each time', () => {
  const sealed = [box.seal(SECRET, CONTEXT), box.seal(SECRET, CONTEXT)].map(
    (bytes) => Buffer.from(bytes),
  )
  expect(sealed[0]).not.toEqual(sealed[1])
  expect(sealed.some((bytes) => bytes.includes(SECRET.subarray(0, 4)))).toBe(
    false,
  )
})

test('detects a change of any single bit, and of the length', () => {
  const sealed = Buffer.from(box.seal(SECRET, CONTEXT))
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const tampered = Buffer.from(sealed)
    tampered[bit >> 3] = (tampered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(() => box.open(tampered, CONTEXT)).toThrow()
  }
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => box.open(sealed.subarray(0, length), CONTEXT)).toThrow()
  }
})

test("opens no other player's secret, and none of another key of its version", () => {
  const sealed = box.seal(SECRET, CONTEXT)
  expect(() => box.open(sealed, 'stream-key:another')).toThrow()
  expect(() => box.open(sealed, '')).toThrow()
  expect(() => getBox([[1, NEW]]).open(sealed, CONTEXT)).toThrow()
})

test('opens old secrets after a new key, and seals with the new key', () => {
  const old = box.seal(SECRET, CONTEXT)
  const rotated = getBox([
    [2, NEW],
    [1, OLD],
  ])
  expect(rotated.open(old, CONTEXT)).toEqual(SECRET)
  const fresh = rotated.seal(SECRET, CONTEXT)
  expect(getBox([[2, NEW]]).open(fresh, CONTEXT)).toEqual(SECRET)
  expect(() => box.open(fresh, CONTEXT)).toThrow('master key version 2')
})
