import { expect, test } from 'vitest'
import { assert } from './assert.ts'
import { Refusal } from './refusals.ts'

test('carries its code, a sentence for the player and the values', () => {
  const params = { reason: 'Ask us.' }
  const refusal = new Refusal('account_frozen', params)
  expect(refusal).toMatchObject({
    name: 'Refusal',
    refusal: 'account_frozen',
    code: 'account_frozen',
    message: 'Your account is frozen. Reason: Ask us.',
    params,
  })
})

test('keeps its own name when sent under another code', () => {
  expect(new Refusal('wrong_password')).toMatchObject({
    refusal: 'wrong_password',
    code: 'wrong_credentials',
    message: 'That is not your password.',
    params: {},
  })
})

test.each([
  [1, 'You can bet up to 1 coin.'],
  [2, 'You can bet up to 2 coins.'],
  [0, 'Try again later.'],
])('reports %d as the largest stake the house covers', (largestStake, text) => {
  const { message } = new Refusal('house_limit', { largestStake })
  expect(message).toBe(
    `The house can’t cover a win that big right now. ${text}`,
  )
})

test('reports a broken invariant as a bug, not as a refusal', () => {
  expect(() => assert(true, 'one is one')).not.toThrow()
  const broken = () => assert(false, 'one is two')
  expect(broken).toThrow('Invariant broken: one is two')
  expect(broken).not.toThrow(Refusal)
})
