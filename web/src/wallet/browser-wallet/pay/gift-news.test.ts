import { expect, it } from 'vitest'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { giftNews } from './gift-news.ts'

const holding = (tBNB: bigint, GUMBY: bigint) =>
  new Map<AssetSymbol, bigint>([
    ['tBNB', tBNB],
    ['GUMBY', GUMBY],
  ])

const gift = {
  gifts: [
    { symbol: 'tBNB' as const, amount: '1' },
    { symbol: 'GUMBY' as const, amount: '1000' },
  ],
  before: holding(5n, 0n),
  askedAtMs: 1_000,
}

it('is on its way until all of it is there', () => {
  for (const now of [holding(5n, 0n), holding(6n, 0n), holding(5n, 9n)]) {
    expect(giftNews(gift, now, 2_000)).toEqual({
      told: '1 tBNB and 1,000 GUMBY are on their way.',
      isComing: true,
    })
  }
  expect(giftNews(gift, holding(6n, 9n), 2_000)).toEqual({
    told: '1 tBNB and 1,000 GUMBY have come.',
    isComing: false,
  })
})

it('may be asked for again when it does not come', () => {
  const { told, isComing } = giftNews(gift, holding(5n, 0n), 31_001)
  expect(told).toContain('have not come yet')
  expect(isComing).toBe(false)
})

it('is not waited for where nobody can see it come', () => {
  expect(giftNews(gift, undefined, 2_000).isComing).toBe(false)
  const unread = { ...gift, before: undefined }
  expect(giftNews(unread, holding(6n, 9n), 2_000).isComing).toBe(false)
})
