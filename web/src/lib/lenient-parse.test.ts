import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseLeniently } from './lenient-parse.ts'

const coin = z.strictObject({ side: z.enum(['heads', 'tails']) })
const purse = z.strictObject({ coins: z.array(coin) })

test('leaves out what a newer server adds, at every depth', () => {
  const json = { coins: [{ side: 'heads' }, { side: 'tails', age: 3 }], tag: 1 }
  expect(parseLeniently(purse, json)).toEqual({
    coins: [{ side: 'heads' }, { side: 'tails' }],
  })
  expect(json).toHaveProperty('tag')
})

test.each([
  { coins: [{ side: 'edge', age: 3 }] },
  { coins: [{ age: 3 }] },
  { tag: 1 },
  [],
  null,
])('refuses %j as before', (json) => {
  expect(() => parseLeniently(purse, json)).toThrow(z.core.$ZodError)
})
