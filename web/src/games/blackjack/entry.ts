import type { GameEntry } from '../shared/game-entry.ts'

export const blackjackEntry = {
  path: '/blackjack',
  title: 'Blackjack',
  description:
    'Blackjack with splits, doubles and insurance, and no hidden shoe.',
  gameType: 'Blackjack',
  tile: {
    colour: 'bg-bubblegum',
    loadArt: () => import('./blackjack.svg?raw'),
  },
  load: async () => (await import('./blackjack-page.tsx')).BlackjackPage,
} as const satisfies GameEntry
