import { expect, test } from 'vitest'
import { depositRequest } from './deposit-request.ts'

test('without an asset the coin of the chain is sent', () => {
  expect(depositRequest(['bendy', '0.05'])).toEqual({
    username: 'bendy',
    amountWei: 5n * 10n ** 16n,
    symbol: 'tBNB',
  })
})

test('a token is named by its symbol', () => {
  const request = depositRequest(['bendy', '150', 'POKEY'])
  expect(request).toMatchObject({
    amountWei: 150n * 10n ** 18n,
    symbol: 'POKEY',
  })
})

test.each([
  ['nothing', []],
  ['no amount', ['bendy']],
  ['no player', ['', '1']],
  ['an amount of zero', ['bendy', '0']],
  ['an amount below zero', ['bendy', '-1']],
  ['an amount that is none', ['bendy', '1e3']],
  ['19 decimals', ['bendy', `0.${'0'.repeat(18)}1`]],
  ['an asset nobody takes', ['bendy', '1', 'DOGE']],
  ['an asset in small letters', ['bendy', '1', 'pokey']],
  ['too much', ['bendy', '1', 'tBNB', 'now']],
])('%s gets the usage', (_, args) => {
  expect(() => depositRequest(args)).toThrow(
    'npm run deposit -- <username> <amount> [tBNB|GUMBY|POKEY]',
  )
})
