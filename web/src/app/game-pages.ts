import { type GamePage, inCasino } from './page.ts'

/** The games, in the order of their tabs. */
export const gamePages = [
  {
    ...inCasino,
    path: '/slots',
    title: 'Slots',
    description:
      'Five reels, five lines and a progressive jackpot, every spin proven in your browser.',
    siteLink: 'Casino',
    gameType: 'Slot Machine',
    tile: {
      colour: 'bg-sun',
      loadArt: async () =>
        (await import('../games/slots/slots-art.tsx')).SlotsArt,
    },
    load: async () => (await import('../games/slots/slots-page.tsx')).SlotsPage,
  },
  {
    ...inCasino,
    path: '/hilo',
    title: 'Hi-Lo',
    description:
      'Higher or lower: build a streak and cash out before the cards turn.',
    gameType: 'Hi-Lo',
    tile: {
      colour: 'bg-lime',
      loadArt: async () =>
        (await import('../games/hi-lo/hi-lo-art.tsx')).HiLoArt,
    },
    load: async () => (await import('../games/hi-lo/hi-lo-page.tsx')).HiLoPage,
  },
  {
    ...inCasino,
    path: '/coinflip',
    title: 'Coin Flip',
    description:
      'Heads or tails at 1.98 times the bet, proven fair the moment it lands.',
    gameType: 'Coin Flip',
    tile: {
      colour: 'bg-sky',
      loadArt: async () =>
        (await import('../games/coin-flip/coin-flip-art.tsx')).CoinFlipArt,
    },
    load: async () =>
      (await import('../games/coin-flip/coin-flip-page.tsx')).CoinFlipPage,
  },
  {
    ...inCasino,
    path: '/blackjack',
    title: 'Blackjack',
    description:
      'Blackjack with splits, doubles and insurance, and no hidden shoe.',
    gameType: 'Blackjack',
    tile: {
      colour: 'bg-bubblegum',
      loadArt: async () =>
        (await import('../games/blackjack/blackjack-art.tsx')).BlackjackArt,
    },
    load: async () =>
      (await import('../games/blackjack/blackjack-page.tsx')).BlackjackPage,
  },
] as const satisfies readonly GamePage<unknown>[]
