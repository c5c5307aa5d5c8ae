import type { GameEntry } from '../../../web/src/games/shared/game-entry.ts'

export const diceEntry = {
  path: '/dice',
  title: 'Dice',
  description: 'Pick your own odds: roll below your number and win.',
  gameType: 'Dice',
  tile: { colour: 'bg-lime', loadArt: () => import('./dice.svg?raw') },
  load: async () => (await import('./dice-page.tsx')).DicePage,
} as const satisfies GameEntry
