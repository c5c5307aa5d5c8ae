import { inCasino, type Page } from './page.ts'

/** The games, in the order of their tabs. */
export const gamePages = [
  {
    ...inCasino,
    path: '/slots',
    title: 'Slots',
    siteLink: 'Casino',
    load: async () =>
      (await import('../features/slots/slots-page.tsx')).SlotsPage,
  },
  {
    ...inCasino,
    path: '/hilo',
    title: 'Hi-Lo',
    load: async () =>
      (await import('../features/hi-lo/hi-lo-page.tsx')).HiLoPage,
  },
  {
    ...inCasino,
    path: '/coinflip',
    title: 'Coin Flip',
    load: async () =>
      (await import('../features/coin-flip/coin-flip-page.tsx')).CoinFlipPage,
  },
  {
    ...inCasino,
    path: '/blackjack',
    title: 'Blackjack',
    load: async () =>
      (await import('../features/blackjack/blackjack-page.tsx')).BlackjackPage,
  },
] as const satisfies readonly Page<unknown>[]
