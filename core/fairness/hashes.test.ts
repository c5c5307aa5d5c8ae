import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex, toHex, utf8 } from './hashes.ts'

test('hex is lower case, two characters a byte', () => {
  expect(toHex(Uint8Array.of(0, 9, 10, 127, 128, 255))).toBe('00090a7f80ff')
  expect(toHex(new Uint8Array())).toBe('')
})

test('property: hex gives its bytes back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'))
      expect(fromHex(toHex(bytes))).toEqual(bytes)
    }),
  )
})

test('text is UTF-8', () => {
  expect(toHex(utf8('a:é€😀'))).toBe('613ac3a9e282acf09f9880')
})
