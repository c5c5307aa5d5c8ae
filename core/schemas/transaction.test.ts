import { describe, expect, test } from 'vitest'
import { transaction, transactions } from './transaction.ts'

const bet = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  seq: 2,
  type: 'bet',
  gameType: 'Coin Flip',
  amount: -10,
  balanceAfter: 990,
  timestamp: '2026-03-01T12:00:00.000Z',
  metadata: { nonce: 0, choice: 'heads' },
}

describe('a transaction', () => {
  test.each([
    ['a bet', {}],
    [
      'a grant outside of games',
      { type: 'grant', gameType: null, amount: 1_000 },
    ],
    ['one with nothing more to say', { metadata: null }],
    ['a bet on a game that came later', { gameType: 'No Such Game' }],
  ])('is %s', (_name, change) => {
    const row = { ...bet, ...change }
    expect(transaction.parse(row)).toEqual(row)
  })

  test.each([
    ['fraction of a coin', { amount: -0.5 }],
    ['amount in a text', { amount: '-10' }],
    ['negative balance', { balanceAfter: -1 }],
    ['unknown type', { type: 'withdrawal' }],
    ['game without a name', { gameType: 7 }],
    ['id that is no UUID', { id: '7' }],
    ['player', { userId: bet.id }],
  ])('has no %s', (_name, change) => {
    expect(transaction.safeParse({ ...bet, ...change }).success).toBe(false)
  })

  test('comes in a bare list', () => {
    expect(transactions.parse([bet])).toEqual([bet])
    expect(transactions.safeParse({ transactions: [bet] }).success).toBe(false)
  })
})
