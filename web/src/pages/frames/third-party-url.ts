import type { SiteLinks } from '#core/api/site.ts'

/** Frames that request third parties, so that no page of the site has to. */
export const FRAMES = ['chart', 'price', 'swap'] as const
export type FrameName = (typeof FRAMES)[number]

export function framePath(name: FrameName): string {
  return `/frames/${name}.html`
}

const POLYGON_CHAIN_ID = '0x89'

/** Returns the third-party URL of a frame; undefined if none is configured. */
export function thirdPartyUrl(
  name: FrameName,
  { chart, pair, price, swap }: SiteLinks,
): URL | undefined {
  if (name === 'swap') return findUrl(swap.href)
  if (!pair.address) return undefined
  if (name === 'price')
    return findUrl(price.href && `${price.href}/${pair.address}`)
  const url = findUrl(chart.href)
  const options = {
    autoSize: 'true',
    chainId: POLYGON_CHAIN_ID,
    pairAddress: pair.address,
    defaultInterval: '1D',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    theme: 'dark',
    locale: 'en',
  }
  for (const [key, value] of Object.entries(options)) {
    url?.searchParams.set(key, value)
  }
  return url
}

function findUrl(href: string): URL | undefined {
  return href ? new URL(href) : undefined
}
