import { expect, it } from 'vitest'
import { blankLinks, namedLinks } from '#testing/page/site-links.ts'
import { framePolicy } from './frame-policy.ts'

it.each([
  ['chart', 'https://charts.example https://*.charts.example'],
  ['swap', 'https://dex.example https://*.dex.example'],
] as const)('lets the %s ask and show its own site alone', (name, site) => {
  expect(framePolicy(name, namedLinks)).toEqual([
    `connect-src ${site}`,
    `frame-src ${site}`,
  ])
})

it('lets the price ask, and show nobody', () => {
  expect(framePolicy('price', namedLinks)).toEqual([
    'connect-src https://market.example https://*.market.example',
  ])
})

it.each(['chart', 'price', 'swap'] as const)(
  'lets the %s ask nobody where nobody is named',
  (name) => {
    expect(framePolicy(name, blankLinks)).toEqual([])
  },
)
