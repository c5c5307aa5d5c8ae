import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ERROR_BYTES_MAX, errorText } from './error-handler.ts'
import { parseRequest } from './parse-request.ts'

const bet = z.strictObject({ betAmount: z.int(), choice: z.string() })

const withFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, 1]))

test('names each field that does not fit, and each unknown one', () => {
  const parse = () => parseRequest(bet, { betAmount: 'x', more: 1 })
  const message = 'betAmount must be a number'
  const issues = [
    { path: ['betAmount'], message },
    { path: ['choice'], message: 'choice is missing' },
    { path: ['more'], message: 'There is no field "more" here' },
  ]
  expect(parse).toThrow(
    expect.objectContaining({ message, params: { message, issues } }),
  )
})

const refusal = {
  code: 'forbidden',
  refusal: 'cross_site',
  message: 'No.',
  requestId: 'r-1',
}

test('keeps details that fit', () => {
  const text = errorText({ ...refusal, largestStake: 5 })
  expect(JSON.parse(text)).toEqual({ ...refusal, largestStake: 5 })
})

test('bounds the size of messages and details', () => {
  const message = '\u{1f0a1}'.repeat(10_000)
  const text = errorText({ ...refusal, message, state: withFields(2_000) })
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ERROR_BYTES_MAX)
  expect(JSON.parse(text)).toMatchObject({
    code: 'forbidden',
    refusal: 'cross_site',
  })
  expect(JSON.parse(text)).not.toHaveProperty('state')
})
