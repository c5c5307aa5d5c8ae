import { firstGamePath } from '../lib/first-game-path.ts'

export interface NavLink {
  to: string
  label: string
}

/** The top bar's links. */
export const siteLinks: readonly NavLink[] = [
  { to: '/', label: 'Home' },
  { to: firstGamePath, label: 'Casino' },
]

/** The casino's games, in the order of their tabs. */
export const gameLinks: readonly NavLink[] = [
  { to: '/slots', label: 'Slots' },
  { to: '/hilo', label: 'Hi-Lo' },
  { to: '/coinflip', label: 'Coin Flip' },
  { to: '/blackjack', label: 'Blackjack' },
]
