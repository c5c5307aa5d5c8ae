import { inCasino, type Page } from './page.ts'

/** The games, in the order of their tabs. */
export const gamePages = [
  {
    ...inCasino,
    path: '/slots',
    title: 'Slots',
    description:
      'Five reels, five lines and a progressive jackpot, every spin proven in your browser.',
    siteLink: 'Casino',
    load: async () =>
      (await import('../features/slots/slots-page.tsx')).SlotsPage,
  },
  {
    ...inCasino,
    path: '/hilo',
    title: 'Hi-Lo',
    description:
      'Higher or lower: build a streak and cash out before the cards turn.',
    load: async () =>
      (await import('../features/hi-lo/hi-lo-page.tsx')).HiLoPage,
  },
  {
    ...inCasino,
    path: '/coinflip',
    title: 'Coin Flip',
    description:
      'Heads or tails at 1.98 times the bet, proven fair the moment it lands.',
    load: async () =>
      (await import('../features/coin-flip/coin-flip-page.tsx')).CoinFlipPage,
  },
  {
    ...inCasino,
    path: '/blackjack',
    title: 'Blackjack',
    description:
      'Blackjack with splits, doubles and insurance, and no hidden shoe.',
    load: async () =>
      (await import('../features/blackjack/blackjack-page.tsx')).BlackjackPage,
  },
] as const satisfies readonly Page<unknown>[]
