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

test('a deposit push carries how far it has come, without its hash', () => {
  const deposit = {
    type: 'deposit',
    timestamp: 1_772_366_400_000,
    id: '019a0000-0000-7000-8000-000000000001',
    amount: '0.05',
    cryptoType: 'tBNB',
    status: 'pending',
    confirmations: 3,
    coins: 5_000,
  }
  expect(socketMessage.parse(deposit)).toEqual(deposit)
  const withHash = { ...deposit, txHash: `0x${'ab'.repeat(32)}` }
  expect(socketMessage.safeParse(withHash).success).toBe(false)
})
