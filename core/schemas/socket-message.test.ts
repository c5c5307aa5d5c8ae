import { expect, test } from 'vitest'
import { socketMessage } from './socket-message.ts'

const push = { type: 'balance', timestamp: 1_772_366_400_000, balance: 990 }

test('a push says what changed and when', () => {
  expect(socketMessage.parse(push)).toEqual(push)
})

test.each([
  ['unknown type', { type: 'constructor' }],
  ['missing type', { type: undefined }],
  ['ISO time', { timestamp: '2026-03-01T12:00:00.000Z' }],
  ['negative balance', { balance: -1 }],
  ['extra field', { userId: 'someone' }],
])('is none with an %s', (_name, change) => {
  expect(socketMessage.safeParse({ ...push, ...change }).success).toBe(false)
})
