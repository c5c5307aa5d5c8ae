import type { SiteLinks } from '#core/api/site.ts'

/** Settings with all links. */
export const namedLinks: SiteLinks = {
  admins: ['@one', '@other'],
  microblog: { name: 'X', href: 'https://x.example/house' },
  messenger: { name: 'Telegram', href: 'https://t.example/house' },
  partners: [{ name: 'Launchpad', href: 'https://pad.example' }],
  pair: { symbol: 'GUMBY', address: '0xabc' },
  swap: { name: 'Dex', href: 'https://dex.example/#/swap' },
  chart: { name: 'Charts Inc', href: 'https://charts.example/widget' },
  price: { name: 'Market', href: 'https://market.example/polygon' },
}

const nobody = { name: 'Nobody', href: '' }

/** Settings without any link. */
export const blankLinks: SiteLinks = {
  ...namedLinks,
  admins: ['', ''],
  microblog: { name: 'X', href: '' },
  messenger: { name: 'Telegram', href: '' },
  partners: [{ name: 'Launchpad', href: '' }],
  pair: { symbol: 'GUMBY', address: '' },
  swap: nobody,
  chart: nobody,
  price: nobody,
}
