import { expect, test } from 'vitest'
import { problem } from './problem.ts'

const refusal = {
  code: 'house_limit',
  message: 'The largest bet is 5 coins.',
  requestId: 'r1',
}

test('a refusal keeps the fields that belong to its code', () => {
  const withLimit = { ...refusal, largestStake: 5 }
  expect(problem.parse(withLimit)).toEqual(withLimit)
})

test('issues name the place in the request', () => {
  const issues = [{ path: ['bets', 0, 'betAmount'], message: 'Required' }]
  expect(problem.parse({ ...refusal, issues })).toEqual({ ...refusal, issues })
})

test.each([
  ['code', { code: undefined }],
  ['message', { message: undefined }],
  ['requestId', { requestId: 7 }],
  ['issues', { issues: ['betAmount'] }],
])('is none without a proper %s', (field, change) => {
  const { error } = problem.safeParse({ ...refusal, ...change })
  expect(error?.issues[0]?.path[0]).toBe(field)
})
