import { expect, it } from 'vitest'
import { blankLinks, namedLinks } from '#testing/page/site-links.ts'
import { FRAMES } from './frame-path.ts'
import { thirdPartyUrl } from './third-party-url.ts'

it('asks for the chart of the pair on Polygon, by days, in the dark and in the visitor’s time zone', () => {
  const url = thirdPartyUrl('chart', namedLinks)
  expect(url?.origin).toBe('https://charts.example')
  expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({
    chainId: '0x89',
    pairAddress: '0xabc',
    defaultInterval: '1D',
    theme: 'dark',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
})

it('asks for the price of the pair', () => {
  expect(thirdPartyUrl('price', namedLinks)?.href).toBe(
    'https://market.example/polygon/0xabc',
  )
})

it('shows the exchange as it is named', () => {
  expect(thirdPartyUrl('swap', namedLinks)?.href).toBe(
    'https://dex.example/#/swap',
  )
})

it.each(FRAMES)('asks nobody for the %s where nobody is named', (name) => {
  expect(thirdPartyUrl(name, blankLinks)).toBeUndefined()
})

it.each(['chart', 'price'] as const)(
  'asks for no %s without a pair',
  (name) => {
    const pair = { symbol: 'GUMBY', address: '' }
    expect(thirdPartyUrl(name, { ...namedLinks, pair })).toBeUndefined()
  },
)
