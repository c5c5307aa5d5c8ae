import { gamePages } from './game-pages.ts'
import { inCasino, type Page } from './page.ts'

// Components may name paths, so their types are not known before the paths
// are: what is loaded is checked below.
const entries = [
  { path: '/', title: '', access: 'everyone', siteLink: 'Home' },
  ...gamePages,
  {
    ...inCasino,
    path: '/sports',
    title: 'Sports',
    load: async () =>
      (await import('../features/sports/sports-page.tsx')).SportsPage,
  },
  {
    path: '/sports/games',
    title: 'NBA Games',
    access: 'everyone',
    load: async () =>
      (await import('../features/sports/public-games-page.tsx'))
        .PublicGamesPage,
  },
  {
    path: '/sports/rules',
    title: 'Settlement Rules',
    access: 'everyone',
    load: async () =>
      (await import('../features/sports/rules/sports-rules-page.tsx'))
        .SportsRulesPage,
  },
  {
    path: '/pokey',
    title: 'Pokey',
    access: 'everyone',
    load: async () => (await import('./pokey-page.tsx')).PokeyPage,
  },
  {
    path: '/auth',
    title: 'Login',
    access: 'everyone',
    load: async () => (await import('./sign-in-page.tsx')).SignInPage,
  },
  {
    path: '/verify/:id',
    title: 'Game Verification',
    access: 'everyone',
    load: async () =>
      (await import('../features/verify/verify-page.tsx')).VerifyPage,
  },
  {
    path: '/fairness',
    title: 'Provably Fair',
    access: 'everyone',
    load: async () =>
      (await import('../features/fairness/fairness-page.tsx')).FairnessPage,
  },
] as const satisfies readonly Page<unknown>[]

/** All pages of the site, in the order of their links. Other paths are not found. */
export const pages: readonly Page[] = entries

/** Paths that lead on to a page. */
export const redirects = { '/home': gamePages[0].path } as const

/** A page's path as its entry has it. */
export type PageRoute = (typeof entries)[number]['path']

declare module '../lib/page-path.ts' {
  interface KnownPaths {
    page: PageRoute
  }
}
