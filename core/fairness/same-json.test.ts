import { expect, test } from 'vitest'
import { isSameJson } from './same-json.ts'

test('the order of keys makes no difference', () => {
  expect(isSameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
})

test.each([
  [undefined],
  [{ a: 1 }],
  [{ a: 1, b: [2], c: 3 }],
  [{ a: 1, b: [3] }],
  [{ a: 1, b: () => 2 }],
])('%j is not the same', (shown) => {
  expect(isSameJson(shown, { a: 1, b: [2] })).toBe(false)
})
