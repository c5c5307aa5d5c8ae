import type { GameEntry } from '../shared/game-entry.ts'

export const slotsEntry = {
  path: '/slots',
  title: 'Slots',
  description:
    'Five reels, five lines and a progressive jackpot, every spin proven in your browser.',
  gameType: 'Slot Machine',
  tile: { colour: 'bg-sun', loadArt: () => import('./slots.svg?raw') },
  siteLink: 'Casino',
  load: async () => (await import('./slots-page.tsx')).SlotsPage,
} as const satisfies GameEntry
