import { describe, expect, test } from 'vitest'
import { games, registry } from '../games/registry.ts'
import { transactionsQueryIn } from './transactions-query.ts'

const transactionsQuery = transactionsQueryIn(registry)
const USER = '01890a5d-ac96-774b-bcce-b302099a8057'

describe('the query for transactions', () => {
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
    [{ gameType: 'No Such Game' }, 'gameType'],
  ])('refuses %j', (query, field) => {
    const { error } = transactionsQuery.safeParse(query)
    expect(error?.issues[0]?.path[0]).toBe(field)
  })

  test.each(games)('takes $gameType', ({ gameType }) => {
    expect(transactionsQuery.parse({ gameType })).toEqual({ gameType })
  })

  test('takes nothing else', () => {
    expect(transactionsQuery.safeParse({ userId: USER }).success).toBe(false)
  })
})
