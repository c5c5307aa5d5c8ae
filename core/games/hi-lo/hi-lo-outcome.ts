import * as z from 'zod/mini'
import { coinAmount } from '../../money/coin-amount.ts'
import { card, cardText } from '../cards.ts'

const digits = z.string().check(z.regex(/^\d+$/))

export const hiLoOutcome = z.strictObject({
  payout: coinAmount,
  /** All that were shown, in order. */
  cards: z.array(card),
  /** How many guesses were right. */
  consecutiveWins: z.int().check(z.nonnegative()),
  /** What the stake was multiplied by, exactly; 0 after a wrong guess. */
  multiplier: z.strictObject({ numerator: digits, denominator: digits }),
  /** What ended the round; the last two are the house's doing. */
  end: z.enum(['wrong_guess', 'cashout', 'idle', 'house_limit']),
})
export type HiLoOutcome = z.infer<typeof hiLoOutcome>

/** How the round ended, in a sentence. */
export function hiLoMessage({ end, payout, cards }: HiLoOutcome): string {
  switch (end) {
    case 'cashout':
      return `You cashed out ${payout} coins`
    case 'idle':
      return `You were away for too long, so ${payout} coins were cashed out for you`
    case 'house_limit':
      return `The house could not cover another guess, so ${payout} coins were cashed out for you`
    case 'wrong_guess':
      return `Wrong guess: ${cards.slice(-2).map(cardText).join(', then ')}`
  }
}
