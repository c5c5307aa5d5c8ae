import { describe, expect, test } from 'vitest'
import { deposit, recheckRequest, walletInfo } from './wallet.ts'

const paid = {
  id: '019a0000-0000-7000-8000-000000000001',
  chainId: 31_337,
  txHash: `0x${'ab'.repeat(32)}`,
  amount: '0.05',
  cryptoType: 'tBNB',
  status: 'confirmed',
  confirmations: 6,
  coins: 5_000,
  createdAt: '2026-03-01T12:00:00.000Z',
  confirmedAt: '2026-03-01T12:00:06.000Z',
}

const info = {
  address: `0x${'aB'.repeat(20)}`,
  createdAt: '2026-03-01T12:00:00.000Z',
  deposits: [paid],
  state: 'active',
  network: { chainId: 31_337, name: 'Local chain', explorer: null },
  assets: [{ symbol: 'tBNB', minimum: '0.01', coinsPerUnit: 100_000 }],
  faucet: { kind: 'local' },
}

describe('a deposit', () => {
  test.each(['0', '100', '0.01', '0.000000000000000001'])(
    'may be of %s units',
    (amount) => {
      expect(deposit.parse({ ...paid, amount }).amount).toBe(amount)
    },
  )

  test.each([
    0.05,
    '',
    '-1',
    '.5',
    '1.',
    '01',
    '1e3',
    '0x10',
    `0.${'0'.repeat(18)}1`,
  ])('has no amount of %j', (amount) => {
    expect(deposit.safeParse({ ...paid, amount }).success).toBe(false)
  })

  test.each([
    ['a chain with real money', { chainId: 56 }],
    ['another asset', { cryptoType: 'BNB' }],
    ['another status', { status: 'failed' }],
    ['a seventh confirmation', { confirmations: 7 }],
    ['part of a coin', { coins: 0.5 }],
    ['half a hash', { txHash: `0x${'ab'.repeat(16)}` }],
    ['a field too many', { userId: paid.id }],
  ])('is none with %s', (_name, change) => {
    expect(deposit.safeParse({ ...paid, ...change }).success).toBe(false)
  })
})

describe('wallet info', () => {
  test('has all that the deposit dialog shows', () => {
    expect(walletInfo.parse(info)).toEqual(info)
  })

  test('has nulls where there is no wallet and no chain', () => {
    const none = {
      address: null,
      createdAt: null,
      deposits: [],
      state: 'none',
      reason: 'Deposits are switched off.',
      network: null,
      assets: [],
      faucet: null,
    }
    expect(walletInfo.parse(none)).toEqual(none)
  })

  test('is never about a chain with real money', () => {
    const network = { chainId: 56, name: 'BNB Chain', explorer: null }
    expect(walletInfo.safeParse({ ...info, network }).success).toBe(false)
  })
})

test('a transaction may be asked for in upper case too', () => {
  const asked = recheckRequest.parse({ txHash: `0x${'AB'.repeat(32)}` })
  expect(asked).toEqual({ txHash: `0x${'ab'.repeat(32)}` })
})

test.each([
  '',
  'ab'.repeat(32),
  `0x${'ab'.repeat(31)}`,
  `0x${'zz'.repeat(32)}`,
])('%s is no transaction', (txHash) => {
  expect(recheckRequest.safeParse({ txHash }).success).toBe(false)
})
