import type { Coins } from '../../money/coins.ts'
import type { Ratio } from '../../money/fair-rounding.ts'
import type { Card } from '../cards.ts'
import { type Guess, gainOf } from './hi-lo-guess.ts'
import type { HiLoAction } from './hi-lo-position.ts'

/** A round as its player is shown it: of each action, the card it was taken on. */
export type ShownHiLo = {
  betAmount: Coins
  cards: readonly Card[]
  actions: readonly HiLoAction[]
}

/** What the stake of an open round has become, exactly, in coins. */
export function worthSoFar({ betAmount, cards, actions }: ShownHiLo): Ratio {
  const stake = { numerator: BigInt(betAmount), denominator: 1n }
  return actions.reduce((worth, action, index) => {
    const card = cards[index]
    const isGuess = action.action === 'play' && card !== undefined
    return isGuess ? times(worth, gainOf(action.choice, card)) : worth
  }, stake)
}

/** What a right guess on the last card would make of that, exactly, in coins. */
export function worthAfter(choice: Guess, round: ShownHiLo): Ratio {
  const worth = worthSoFar(round)
  const current = round.cards.at(-1)
  return current ? times(worth, gainOf(choice, current)) : worth
}

function times(one: Ratio, other: Ratio): Ratio {
  return {
    numerator: one.numerator * other.numerator,
    denominator: one.denominator * other.denominator,
  }
}
