import type { Coins } from '../../money/coins.ts'
import type { Ratio } from '../../money/fair-rounding.ts'
import {
  boundedLuck,
  type Luck,
  NO_LUCK,
  together,
} from '../../returns/luck.ts'
import { type Card, RANKS } from '../cards.ts'
import {
  type Guess,
  gainOf,
  isRight,
  RETURN_HUNDREDTHS,
} from './hi-lo-guess.ts'
import type { HiLoAction } from './hi-lo-position.ts'

const GUESSES: readonly Guess[] = ['higher', 'lower']
const GUESS_RETURN = RETURN_HUNDREDTHS / 100

/** Returns the expected multiplier of each guess on each card, over all next cards. */
export function guessReturns(): Ratio[] {
  const cards = RANKS.map((value): Card => ({ value, suit: 'spades' }))
  return cards.flatMap((before) =>
    GUESSES.map((guess) => {
      const right = cards.filter((after) => isRight(guess, before, after))
      const { numerator, denominator } = gainOf(guess, before)
      return {
        numerator: numerator * BigInt(right.length),
        denominator: denominator * BigInt(cards.length),
      }
    }),
  )
}

/** Parts of a finished round that its luck depends on. */
export type FinishedHiLo = {
  betAmount: Coins
  actions: readonly HiLoAction[]
  /** All cards shown, in order. */
  cards: readonly Card[]
  payout: number
}

/**
 * Returns the luck of a round, given its payout. Each guess costs a hundredth of
 * the winnings so far, by the player's choice; the rest is luck.
 */
export function hiLoLuck({
  betAmount,
  actions,
  cards,
  payout,
}: FinishedHiLo): Luck {
  let winnings: number = betAmount
  let luck = NO_LUCK
  for (const [index, action] of actions.entries()) {
    const before = cards[index]
    const after = cards[index + 1]
    if (action.action !== 'play' || !before || !after) continue
    const { numerator, denominator } = gainOf(action.choice, before)
    const most = (winnings * Number(numerator)) / Number(denominator)
    const mean = winnings * GUESS_RETURN
    winnings = isRight(action.choice, before, after) ? most : 0
    luck = together(
      luck,
      boundedLuck(winnings - mean, { least: 0, mean, most }),
    )
  }
  const bounds = {
    least: Math.floor(winnings),
    mean: winnings,
    most: Math.ceil(winnings),
  }
  return together(luck, boundedLuck(payout - winnings, bounds))
}
