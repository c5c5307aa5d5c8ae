import type { Card } from '#core/games/cards.ts'
import type { Guess } from '#core/games/hi-lo/hi-lo-guess.ts'

/** What a guess is called: nothing is lower than an ace or higher than a king. */
export function guessLabel(choice: Guess, { value }: Card): string {
  if (value === 'A' && choice === 'lower') return 'Same'
  if (value === 'K' && choice === 'higher') return 'Same'
  return choice === 'higher' ? 'Higher' : 'Lower'
}

/** What a guess has to be right about, in full. */
export function guessStory(choice: Guess, { value }: Card): string {
  if (value === 'A') return choice === 'higher' ? 'higher' : 'another ace'
  if (value === 'K') return choice === 'lower' ? 'lower' : 'another king'
  return `${choice} or the same`
}
