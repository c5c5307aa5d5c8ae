import { expect, test } from 'vitest'
import { blankLinks, namedLinks } from '#testing/page/site-links.ts'
import { FRAMES, thirdPartyUrl } from './third-party-url.ts'

test('requests a dark daily chart of the pair on Polygon, in the visitor’s time zone', () => {
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

test.each([
  ['price', 'https://market.example/polygon/0xabc'],
  ['swap', 'https://dex.example/#/swap'],
] as const)('requests the %s at its own site', (name, href) => {
  expect(thirdPartyUrl(name, namedLinks)?.href).toBe(href)
})

test.each(FRAMES)('requests no %s without a named site', (name) => {
  expect(thirdPartyUrl(name, blankLinks)).toBeUndefined()
})

test.each(['chart', 'price'] as const)(
  'requests no %s without a pair',
  (name) => {
    const pair = { symbol: 'GUMBY', address: '' }
    expect(thirdPartyUrl(name, { ...namedLinks, pair })).toBeUndefined()
  },
)
