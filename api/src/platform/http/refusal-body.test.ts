import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { InvalidRequest, parseRequest } from './parse-request.ts'
import {
  describedIssues,
  REFUSAL_BYTES_MAX,
  refusalText,
} from './refusal-body.ts'

const bet = z.strictObject({ betAmount: z.int(), choice: z.string() })

function issuesOf(schema: z.ZodMiniType, body: unknown) {
  try {
    parseRequest(schema, body)
  } catch (error) {
    if (error instanceof InvalidRequest) return describedIssues(error)
  }
  throw new Error('the body fits')
}

const withFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, 1]))

test('names each field that does not fit, and one too many', () => {
  const { message, issues } = issuesOf(bet, { betAmount: 'x', more: 1 })
  expect(issues.map(({ path }) => path)).toEqual([
    ['betAmount'],
    ['choice'],
    ['more'],
  ])
  expect(message).toBe('betAmount must be a number')
  expect(issues.map((issue) => issue.message).slice(1)).toEqual([
    'choice is missing',
    'There is no field "more" here',
  ])
})

const refusal = { code: 'forbidden', message: 'No.', requestId: 'r-1' }

test('a refusal keeps details that fit', () => {
  const text = refusalText({ ...refusal, largestStake: 5 })
  expect(JSON.parse(text)).toEqual({ ...refusal, largestStake: 5 })
})

test('no message and no detail makes it larger than it may be', () => {
  const message = '\u{1f0a1}'.repeat(10_000)
  const text = refusalText({ ...refusal, message, state: withFields(2_000) })
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(REFUSAL_BYTES_MAX)
  expect(JSON.parse(text)).toMatchObject({ code: 'forbidden' })
  expect(JSON.parse(text)).not.toHaveProperty('state')
})
