import { expect, test } from 'vitest'
import { depositRequest } from './deposit-request.ts'

test.each([
  ['bendy 0.05', 5n * 10n ** 16n, 'tBNB'],
  ['bendy 150 POKEY', 150n * 10n ** 18n, 'POKEY'],
])('understands %s', (line, amountWei, symbol) => {
  const request = { username: 'bendy', amountWei, symbol }
  expect(depositRequest(line.split(' '))).toEqual(request)
})

test.each([
  '',
  'bendy',
  ' 1',
  'bendy 0',
  'bendy -1',
  'bendy 1e3',
  `bendy 0.${'0'.repeat(18)}1`,
  'bendy 1 DOGE',
  'bendy 1 pokey',
  'bendy 1 tBNB now',
])('"%s" gets the usage', (line) => {
  expect(() => depositRequest(line.split(' '))).toThrow(
    'npm run deposit -- <username> <amount> [tBNB|GUMBY|POKEY]',
  )
})
