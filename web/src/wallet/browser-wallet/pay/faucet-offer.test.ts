import { expect, test } from 'vitest'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { faucetStatus } from './faucet-offer.tsx'

const holding = (tBNB: bigint, GUMBY: bigint) =>
  new Map<AssetSymbol, bigint>([
    ['tBNB', tBNB],
    ['GUMBY', GUMBY],
  ])

const request = {
  gifts: [
    { symbol: 'tBNB' as const, amount: '1' },
    { symbol: 'GUMBY' as const, amount: '1000' },
  ],
  before: holding(5n, 0n),
  sentAtMs: 1_000,
}

test('is on its way until every asset has arrived', () => {
  for (const now of [holding(5n, 0n), holding(6n, 0n), holding(5n, 9n)]) {
    expect(faucetStatus(request, now, 2_000)).toEqual({
      text: '1 tBNB and 1,000 GUMBY are on their way.',
      isComing: true,
    })
  }
  expect(faucetStatus(request, holding(6n, 9n), 2_000)).toEqual({
    text: '1 tBNB and 1,000 GUMBY have arrived.',
    isComing: false,
  })
})

test('can be requested again when it does not come', () => {
  const { text, isComing } = faucetStatus(request, holding(5n, 0n), 31_001)
  expect(text).toContain('haven’t arrived yet')
  expect(isComing).toBe(false)
})

test('does not block while balances are unreadable', () => {
  expect(faucetStatus(request, undefined, 2_000).isComing).toBe(false)
  const unread = { ...request, before: undefined }
  expect(faucetStatus(unread, holding(6n, 9n), 2_000).isComing).toBe(false)
})
