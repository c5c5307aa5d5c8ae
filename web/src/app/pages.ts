import { gameEntries } from '../games/registry.ts'
import { inCasino, type Page } from './page.ts'

// Components may name paths, so their types are not known before the paths
// are: what is loaded is checked below.
const entries = [
  {
    path: '/',
    title: '',
    description:
      'A play-money crypto casino that proves every round in your own browser.',
    access: 'everyone',
    siteLink: 'Home',
  },
  {
    path: '/gumby',
    title: 'Gumby Zone',
    description:
      'All about GUMBY on Polygon: whitepaper, tokenomics, live price, swap and charts.',
    access: 'everyone',
    siteLink: 'Gumby',
    load: async () =>
      (await import('../pages/tokens/gumby-page.tsx')).GumbyPage,
  },
  {
    path: '/chart',
    title: 'Charts',
    description: 'Token prices on Polygon as daily candles.',
    access: 'everyone',
    siteLink: 'Charts',
    load: async () =>
      (await import('../pages/tokens/market/market-pages.tsx')).ChartPage,
  },
  ...gameEntries.map((game) => ({ ...inCasino, ...game })),
  {
    ...inCasino,
    path: '/sports',
    title: 'Sports',
    description:
      'Bet on NBA games: moneyline, spreads and totals, pregame and live.',
    tile: {
      colour: 'bg-tangerine',
      loadArt: () => import('../sports/sports.svg?raw'),
    },
    load: async () => (await import('../sports/sports-page.tsx')).SportsPage,
  },
  {
    path: '/sports/games',
    title: 'NBA Games',
    description: 'Upcoming and live NBA games, with odds.',
    access: 'everyone',
    load: async () =>
      (await import('../sports/sports-page.tsx')).PublicGamesPage,
  },
  {
    path: '/sports/rules',
    title: 'Settlement Rules',
    description: 'How and when bets on NBA games are settled.',
    access: 'everyone',
    load: async () =>
      (await import('../sports/sports-rules-page.tsx')).SportsRulesPage,
  },
  {
    path: '/pokey',
    title: 'Pokey',
    description:
      'A horse race every minute: back one of four at 3.8 times the bet. And Pokey, its token.',
    access: 'everyone',
    frame: 'casino',
    tab: 'Race',
    siteLink: 'Race',
    tile: {
      name: 'Horse Race',
      colour: 'bg-cream',
      loadArt: async () => (await import('../races/race-art.tsx')).RaceArt,
    },
    load: async () => (await import('./pokey-page.tsx')).PokeyPage,
  },
  {
    path: '/GumbyonSOL',
    title: 'Gumby on SOL',
    description:
      'Gumby relaunches on Solana on March 1st: no team tokens, no taxes, and a referral link for anyone who spreads the word.',
    access: 'everyone',
    siteLink: 'SOL',
    siteLinkLook: 'button',
    load: async () =>
      (await import('../pages/sol-launch/gumby-on-sol-page.tsx'))
        .GumbyOnSolPage,
  },
  {
    path: '/tokenomics',
    title: 'Tokenomics',
    description:
      'GUMBY on Polygon: one billion tokens, what they’re for, and who gets them. None go to the team.',
    access: 'everyone',
    load: async () =>
      (await import('../pages/tokens/tokenomics-page.tsx')).TokenomicsPage,
  },
  {
    path: '/whitepaper',
    title: 'Whitepaper',
    description:
      'What Gumby is for, how far along it is, how it plans to get licensed, and what happens if plans change.',
    access: 'everyone',
    load: async () => (await import('../pages/texts.tsx')).WhitepaperPage,
  },
  {
    path: '/pokeywhitepaper',
    title: 'Pokey Whitepaper',
    description:
      'Pokey hasn’t launched yet and is coming to Solana: status, utility, and its place in the family.',
    access: 'everyone',
    load: async () =>
      (await import('./pokey-whitepaper-page.tsx')).PokeyWhitepaperPage,
  },
  {
    path: '/gumbywhitepaper',
    title: 'Gumby Whitepaper',
    description:
      'The original plan for Gumby, unedited. Its figures are out of date.',
    access: 'everyone',
    load: async () => (await import('../pages/texts.tsx')).GumbyWhitepaperPage,
  },
  {
    path: '/swap',
    title: 'Swap',
    description: 'Trade tokens on Polygon through a third-party exchange.',
    access: 'everyone',
    load: async () =>
      (await import('../pages/tokens/market/market-pages.tsx')).SwapPage,
  },
  {
    path: '/terms',
    title: 'Terms',
    description:
      'Adults only, play money only: Bendy Casino’s rules, in short.',
    access: 'everyone',
    load: async () => (await import('../pages/texts.tsx')).TermsPage,
  },
  {
    path: '/privacy',
    title: 'Privacy',
    description:
      'What Bendy Casino knows about you, how long we keep it, and who else is involved.',
    access: 'everyone',
    load: async () => (await import('../pages/texts.tsx')).PrivacyPage,
  },
  {
    path: '/auth',
    title: 'Login',
    description: 'Sign in or register, and start with 1,000 coins.',
    access: 'everyone',
    load: async () => (await import('./sign-in-page.tsx')).SignInPage,
  },
  {
    path: '/history',
    title: 'History',
    description: 'All your transactions, with profits, returns and proofs.',
    access: 'players',
    load: async () =>
      (await import('../account/history/history-page.tsx')).HistoryPage,
  },
  {
    path: '/leaderboard',
    title: 'Leaderboard',
    description:
      "The week's best players by return and by biggest multiplier, for everyone who joined.",
    access: 'everyone',
    load: async () =>
      (await import('../site/leaderboard/leaderboard-page.tsx'))
        .LeaderboardPage,
  },
  {
    path: '/verify/:id',
    title: 'Game Verification',
    description: 'The record of one round, replayed in your own browser.',
    access: 'everyone',
    load: async () => (await import('./record-page.tsx')).RecordPage,
  },
  {
    path: '/fairness',
    title: 'Provably Fair',
    description:
      'How anyone can check, step by step, that no round was rigged.',
    access: 'everyone',
    load: async () =>
      (await import('../proof/fairness/page/fairness-page.tsx')).FairnessPage,
  },
  {
    path: '/audit',
    title: 'Audit',
    description:
      'What the house owes its players, accounts that add up to zero, and a digest for every day.',
    access: 'everyone',
    load: async () => (await import('../proof/audit/audit-page.tsx')).AuditPage,
  },
  {
    path: '/operator',
    title: 'Operator',
    description: 'For the people who run the casino.',
    access: 'operators',
    load: async () =>
      (await import('../operator/operator-page.tsx')).OperatorPage,
  },
] as const satisfies readonly Page<unknown>[]

/** All pages of the site, in the order of their links. Other paths are not found. */
export const pages: readonly Page[] = entries

/** Paths that redirect to a page. */
export const redirects = { '/home': gameEntries[0].path } as const

/** Route pattern of a page. */
export type PageRoute = (typeof entries)[number]['path']

declare module '../lib/page-path.ts' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge
  interface KnownPaths {
    page: PageRoute
  }
}
