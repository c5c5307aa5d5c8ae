import { expect, test } from 'vitest'
import { roundAnswer } from './round-answer.ts'

const HEX = 'ab'.repeat(32)
const answer = {
  transactionId: '01890a5d-ac96-774b-bcce-b302099a8057',
  rulesVersion: 1,
  betAmount: 10,
  payout: 0,
  balance: 990,
  nonce: 0,
  serverSeed: HEX,
  serverSeedHash: HEX,
  nextServerSeedHash: HEX,
  clientSeed: 'lucky 7',
  weaker: false,
}

test('carries balance, seeds and what is committed next', () => {
  expect(roundAnswer.parse(answer)).toEqual(answer)
})

test.each(Object.keys(answer))('is none without its %s', (field) => {
  const without = { ...answer, [field]: undefined }
  expect(roundAnswer.safeParse(without).error?.issues[0]?.path).toEqual([field])
})

test.each([
  ['next seed itself', { nextServerSeed: HEX }],
  ['half a coin', { payout: 0.5 }],
  ['raw bytes for a seed', { serverSeed: 'AB'.repeat(32) }],
])('has no %s', (_name, change) => {
  expect(roundAnswer.safeParse({ ...answer, ...change }).success).toBe(false)
})
