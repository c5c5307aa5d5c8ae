/** A name and where it leads. An empty `href` is shown as "Coming soon". */
export interface SiteLink {
  name: string
  href: string
}

export interface SiteLinks {
  /** The two who alone speak for the house in its chats. */
  admins: readonly [string, string]
  /** Where the house itself writes: a microblog and a messenger. */
  microblog: SiteLink
  messenger: SiteLink
  partners: readonly SiteLink[]
  /** Open projects the house is built on: they are thanked, and promise nothing. */
  builtOn: readonly SiteLink[]
  /** The pair on Polygon whose price is shown, and the token that it prices. */
  pair: { symbol: string; address: string }
  /** The third-party exchange that /swap embeds. */
  swap: SiteLink
  /** The third-party widget that draws the pair's prices on /chart. */
  chart: SiteLink
  /** The market-data service; the pair's address is appended to it. */
  price: SiteLink
}

/**
 * Whoever runs the house writes down here what is true of theirs, and builds
 * the web anew. What is empty is shown as "Coming soon"; the policies of
 * third-party frames follow from it.
 */
export const siteLinks: SiteLinks = {
  admins: ['', ''],
  microblog: { name: 'X', href: '' },
  messenger: { name: 'Telegram', href: '' },
  partners: [{ name: 'Launchpad', href: '' }],
  builtOn: [
    { name: 'Hardhat', href: 'https://hardhat.org' },
    { name: 'Ponder', href: 'https://ponder.sh' },
    { name: 'PostgreSQL', href: 'https://www.postgresql.org' },
    { name: 'React', href: 'https://react.dev' },
  ],
  // GUMBY has no pair yet: until then, the coin of its chain against USDC.
  pair: {
    symbol: 'POL',
    address: '0xa374094527e1673a86de625aa59517c5de346d32',
  },
  swap: { name: 'QuickSwap', href: 'https://quickswap.exchange/#/swap' },
  chart: {
    name: 'Moralis',
    href: 'https://moralis.com/widgets/embed/price-chart',
  },
  price: {
    name: 'DEX Screener',
    href: 'https://api.dexscreener.com/latest/dex/pairs/polygon',
  },
}
