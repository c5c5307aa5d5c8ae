import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../games/game.ts'
import { canonicalJson, isSameJson } from './canonical-json.ts'

const anyJson = fc
  .json({ depthSize: 'medium' })
  .map((text): Json => JSON.parse(text))

/** The same value, its objects' members put in from last to first. */
function reinserted(value: Json): Json {
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).map(
    ([key, member]) => [key, reinserted(member)] as const,
  )
  if (Array.isArray(value)) return members.map(([, member]) => member)
  return Object.fromEntries(members.toReversed())
}

describe('canonicalJson', () => {
  test('sorts keys at every depth, but not lists', () => {
    const value = { b: [3, 1, { z: 0, y: null }], a: { d: true, c: 'x' } }
    const sorted = '{"a":{"c":"x","d":true},"b":[3,1,{"y":null,"z":0}]}'
    expect(canonicalJson(value)).toBe(sorted)
    expect(canonicalJson(JSON.parse(sorted))).toBe(sorted)
    const within = { a: [{ c: 1, b: { e: 2, d: 3 } }], f: 4 }
    expect(canonicalJson(within)).toBe(
      '{"a":[{"b":{"d":3,"e":2},"c":1}],"f":4}',
    )
  })

  test('sorts numeric keys as text', () => {
    expect(canonicalJson({ 9: 'b', 10: 'a' })).toBe('{"10":"a","9":"b"}')
  })

  test('sorts by code units as in RFC 8785, section 3.2.3', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    expect(Object.values(JSON.parse(canonicalJson(value)))).toHaveLength(7)
    const order = [...canonicalJson(value).matchAll(/:"(\w+)/g)]
    expect(order.map(([, word]) => word)).toEqual([
      'Carriage',
      'One',
      'Control',
      'Latin',
      'Euro',
      'Emoji',
      'Hebrew',
    ])
  })

  test.each([
    [null, 'null'],
    [false, 'false'],
    [0, '0'],
    [-0, '0'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['', '""'],
    ['quote " backslash \\ tab \t é', '"quote \\" backslash \\\\ tab \\t é"'],
    [[], '[]'],
    [{}, '{}'],
  ])('%j is %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  test('property: parses back to the value, independent of key order', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(value)
        expect(canonicalJson(reinserted(value))).toBe(canonicalJson(value))
      }),
    )
  })
})

test.each([
  [{ a: 1, b: [2] }, true],
  [undefined, false],
  [{ a: 1 }, false],
  [{ a: 1, b: [2], c: 3 }, false],
  [{ a: 1, b: [3] }, false],
  [{ a: 1, b: () => 2 }, false],
])('%j is the same JSON as {"b":[2],"a":1}: %j', (shown, expected) => {
  expect(isSameJson(shown, { b: [2], a: 1 })).toBe(expected)
})
