import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { plainArray, quotedArray } from './array-literal.ts'

const { pool, close } = await createTestDatabase()
afterAll(close)

async function asTexts(literal: string): Promise<unknown> {
  const { rows } = await pool.query('SELECT $1::text[] AS texts', [literal])
  return rows[0].texts
}

/** What PostgreSQL's text can hold: anything but NUL and halves of pairs. */
const text = fc
  .string({ unit: 'binary' })
  .map((value) => value.replaceAll('\0', ''))

test('any text arrives in PostgreSQL as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text), async (texts) => {
      expect(await asTexts(quotedArray(texts))).toEqual(texts)
    }),
  )
})

test('odd texts stay each one of its own', async () => {
  const odd = ['NULL', 'null', '', ' ', '"', '\\', '\\"', '{}', ',', '","']
  const more = ["'; DROP TABLE users; --", '$1', '\n\t\r', '{"a":"b\\"c"}']
  const texts = [...odd, ...more]
  expect(await asTexts(quotedArray(texts))).toEqual(texts)
})

test('whole numbers arrive as they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.maxSafeInteger()), async (numbers) => {
      const { rows } = await pool.query('SELECT $1::int8[] AS numbers', [
        plainArray(numbers),
      ])
      expect(rows[0].numbers.map(Number)).toEqual(
        numbers.map((number) => number + 0),
      )
    }),
  )
})

test('UUIDs arrive as they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uuid()), async (ids) => {
      const { rows } = await pool.query('SELECT $1::uuid[]::text[] AS ids', [
        plainArray(ids),
      ])
      expect(rows[0].ids).toEqual(ids)
    }),
  )
})
