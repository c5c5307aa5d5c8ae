import type { GameEntry } from '../shared/game-entry.ts'

export const coinFlipEntry = {
  path: '/coinflip',
  title: 'Coin Flip',
  description:
    'Heads or tails at 1.98 times the bet, proven fair the moment it lands.',
  gameType: 'Coin Flip',
  tile: { colour: 'bg-sky', loadArt: () => import('./coin-flip.svg?raw') },
  load: async () => (await import('./coin-flip-page.tsx')).CoinFlipPage,
} as const satisfies GameEntry
