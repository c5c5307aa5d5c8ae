import { describe, expect, test } from 'vitest'
import { games, registry } from '../games/registry.ts'
import {
  transaction,
  transactions,
  transactionsQueryIn,
} from './transaction.ts'

const transactionsQuery = transactionsQueryIn(registry)

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
  ])('is %s', (_name, change) => {
    const row = { ...bet, ...change }
    expect(transaction.parse(row)).toEqual(row)
  })

  test.each(games)('may be of $gameType', ({ gameType }) => {
    expect(transaction.parse({ ...bet, gameType }).gameType).toBe(gameType)
    expect(transactionsQuery.parse({ gameType })).toEqual({ gameType })
  })

  test.each([
    ['fraction of a coin', { amount: -0.5 }],
    ['amount in a text', { amount: '-10' }],
    ['negative balance', { balanceAfter: -1 }],
    ['unknown type', { type: 'withdrawal' }],
    ['unknown game', { gameType: 'No Such Game' }],
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

describe('the query for them', () => {
  test.each([
    {},
    { before: '0' },
    { before: '999999999999999', type: 'win', gameType: 'Hi-Lo' },
  ])('takes %j', (query) => {
    expect(transactionsQuery.parse(query)).toEqual(query)
  })

  test.each(['', '-1', '1.5', '0x10', 'NaN', '1e3', '1234567890123456'])(
    'asks for a sequence number instead of %j',
    (before) => {
      const { error } = transactionsQuery.safeParse({ before })
      expect(error?.issues).toMatchObject([
        { path: ['before'], message: 'A sequence number' },
      ])
    },
  )

  test.each([
    [{ before: ['1', '2'] }, 'before'],
    [{ type: ['bet', 'win'] }, 'type'],
    [{ type: '' }, 'type'],
    [{ type: 'constructor' }, 'type'],
    [{ gameType: 'coin flip' }, 'gameType'],
  ])('refuses %j', (query, field) => {
    const { error } = transactionsQuery.safeParse(query)
    expect(error?.issues[0]?.path[0]).toBe(field)
  })

  test('takes nothing else', () => {
    expect(transactionsQuery.safeParse({ userId: bet.id }).success).toBe(false)
  })
})
