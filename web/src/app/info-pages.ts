import type { Page } from './page.ts'

/** What the site tells of its tokens and of itself, beside those in the top bar. */
export const infoPages = [
  {
    path: '/tokenomics',
    title: 'Tokenomics',
    description:
      'GUMBY on Polygon: one billion tokens, what they are for, and who gets which share. None are for the team.',
    access: 'everyone',
    load: async () =>
      (await import('../pages/tokens/tokenomics-page.tsx')).TokenomicsPage,
  },
  {
    path: '/whitepaper',
    title: 'Whitepaper',
    description:
      'What Gumby is for, how far it has come, how it means to be licensed, and its plans if things go another way.',
    access: 'everyone',
    load: async () =>
      (await import('../pages/tokens/papers/whitepaper-page.tsx'))
        .WhitepaperPage,
  },
  {
    path: '/pokeywhitepaper',
    title: 'Pokey Whitepaper',
    description:
      'Pokey has not launched and is coming to Solana: status, use, and its place in the family.',
    access: 'everyone',
    load: async () =>
      (await import('./pokey-whitepaper-page.tsx')).PokeyWhitepaperPage,
  },
  {
    path: '/gumbywhitepaper',
    title: 'Gumby Whitepaper',
    description:
      'The first plan for Gumby, kept as it was written; its figures no longer hold.',
    access: 'everyone',
    load: async () =>
      (await import('../pages/tokens/papers/gumby-whitepaper-page.tsx'))
        .GumbyWhitepaperPage,
  },
  {
    path: '/swap',
    title: 'Swap',
    description: 'Trade tokens on Polygon at a third-party exchange.',
    access: 'everyone',
    load: async () =>
      (await import('../pages/tokens/market/swap-page.tsx')).SwapPage,
  },
  {
    path: '/terms',
    title: 'Terms',
    description:
      'Adults only, play money only: the short rules of Bendy Casino.',
    access: 'everyone',
    load: async () => (await import('../pages/legal/terms-page.tsx')).TermsPage,
  },
  {
    path: '/privacy',
    title: 'Privacy',
    description:
      'What Bendy Casino knows of you, for how long, and who else is asked.',
    access: 'everyone',
    load: async () =>
      (await import('../pages/legal/privacy-page.tsx')).PrivacyPage,
  },
] as const satisfies readonly Page<unknown>[]
