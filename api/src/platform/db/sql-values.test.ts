import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { plainArray, quotedArray } from './sql-values.ts'

const { pool, close } = await createTestDatabase()
afterAll(close)

async function asTexts(literal: string): Promise<unknown> {
  const { rows } = await pool.query('SELECT $1::text[] AS texts', [literal])
  return rows[0].texts
}

/** Any text that PostgreSQL can hold: no NUL, no lone surrogates. */
const text = fc
  .string({ unit: 'binary' })
  .map((value) => value.replaceAll('\0', ''))

test('passes any text to PostgreSQL unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text), async (texts) => {
      expect(await asTexts(quotedArray(texts))).toEqual(texts)
    }),
  )
})

test('passes special characters unchanged', async () => {
  const odd = ['NULL', 'null', '', ' ', '"', '\\', '\\"', '{}', ',', '","']
  const more = ["'; DROP TABLE users; --", '$1', '\n\t\r', '{"a":"b\\"c"}']
  const texts = [...odd, ...more]
  expect(await asTexts(quotedArray(texts))).toEqual(texts)
})

test.each<[string, string, fc.Arbitrary<number | string>]>([
  ['whole numbers', 'int8', fc.maxSafeInteger().map((number) => number + 0)],
  ['UUIDs', 'uuid', fc.uuid()],
])('passes %s unchanged', async (_what, type, value) => {
  await fc.assert(
    fc.asyncProperty(fc.array(value), async (values) => {
      const cast = `SELECT $1::${type}[]::text[] AS texts`
      const { rows } = await pool.query(cast, [plainArray(values)])
      expect(rows[0].texts).toEqual(values.map(String))
    }),
  )
})
