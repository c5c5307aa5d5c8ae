import type { CardValue } from '#core/games/cards.ts'
import { type Guess, gainOf } from '#core/games/hi-lo/hi-lo-guess.ts'
import { twoDecimals } from '#core/money/fair-rounding.ts'

/** What a right guess on a card multiplies by, as it is shown: ×1.43. */
export function gainText(choice: Guess, value: CardValue): string {
  const gain = twoDecimals(gainOf(choice, { value, suit: 'spades' }))
  return `×${gain.toFixed(2)}`
}

/** From the surest guess to the boldest. */
export const gainRange = `${gainText('higher', 'A')} to ${gainText('lower', 'A')}`
