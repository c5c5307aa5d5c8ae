import { expect, it } from 'vitest'
import { blankLinks, namedLinks } from '#testing/page/site-links.ts'
import { framePolicy } from './frame-policy.ts'

const charts = 'https://charts.example https://*.charts.example'
const dex = 'https://dex.example https://*.dex.example'
const market = 'https://market.example https://*.market.example'

it.each([
  ['chart', [`connect-src ${charts}`, `frame-src ${charts}`]],
  ['swap', [`connect-src ${dex}`, `frame-src ${dex}`]],
  ['price', [`connect-src ${market}`]],
] as const)(
  'lets the %s reach its own site alone, and none that is not named',
  (name, policy) => {
    expect(framePolicy(name, namedLinks)).toEqual(policy)
    expect(framePolicy(name, blankLinks)).toEqual([])
  },
)
