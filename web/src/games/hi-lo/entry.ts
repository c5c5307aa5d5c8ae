import type { GameEntry } from '../shared/game-entry.ts'

export const hiLoEntry = {
  path: '/hilo',
  title: 'Hi-Lo',
  description:
    'Higher or lower: build a streak and cash out before the cards turn.',
  gameType: 'Hi-Lo',
  tile: { colour: 'bg-lime', loadArt: () => import('./hi-lo.svg?raw') },
  load: async () => (await import('./hi-lo-page.tsx')).HiLoPage,
} as const satisfies GameEntry
