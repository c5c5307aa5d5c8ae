import { expect, test } from 'vitest'
import { bodyOfUnknownKeys, wrongRequests } from './flood-errors.ts'

test('the body has thousands of fields and is not too large to be read', () => {
  const body = bodyOfUnknownKeys()
  expect(Object.keys(JSON.parse(body)).length).toBeGreaterThan(2_104)
  expect(body.length).toBeLessThanOrEqual(16_384)
})

test('the query fits into the head that Node reads', () => {
  const query = wrongRequests('sid=any').find(({ method }) => method === 'GET')
  expect(query?.path.split('&')).toHaveLength(990)
  expect(query?.path.length).toBeLessThan(16_000)
})
