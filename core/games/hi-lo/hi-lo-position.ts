import * as z from 'zod/mini'
import type { Draws } from '../../fairness/draws.ts'
import { type Coins, coins } from '../../money/coins.ts'
import { fairRounded, type Ratio } from '../../money/fair-rounding.ts'
import { type Card, cardOf } from '../cards.ts'
import { type Guess, gainOf, guess, isRight } from './hi-lo-guess.ts'
import type { HiLoOutcome } from './hi-lo-outcome.ts'

export const hiLoAction = z.union([
  z.strictObject({ action: z.literal('play'), choice: guess }),
  z.strictObject({ action: z.literal('skip') }),
  z.strictObject({ action: z.literal('cashout') }),
  z.strictObject({ action: z.literal('cashout'), reason: z.literal('idle') }),
  z.strictObject({
    action: z.literal('cashout'),
    reason: z.literal('house_limit'),
    choice: guess,
    limit: z.int().check(z.nonnegative()),
  }),
])
export type HiLoAction = z.infer<typeof hiLoAction>

export type HiLoPosition = {
  staked: Coins
  current: Card
  /** The cards shown before the current one, in order. */
  earlier: readonly Card[]
  skips: number
  /** How many guesses were right. */
  consecutiveWins: number
  /** What the stake has grown by. */
  multiplier: Ratio
  outcome?: HiLoOutcome
}

/** The first card: nothing is won or lost yet. */
export function opened(staked: Coins, draws: Draws): HiLoPosition {
  return {
    staked,
    current: cardOf(draws(0)),
    earlier: [],
    skips: 0,
    consecutiveWins: 0,
    multiplier: { numerator: 1n, denominator: 1n },
  }
}

/** Where an action leads that the rules allow. */
export function advanced(
  position: HiLoPosition,
  action: HiLoAction,
  draws: Draws,
): HiLoPosition {
  switch (action.action) {
    case 'play':
      return guessed(position, action.choice, draws)
    case 'skip':
      return { ...nextCard(position, draws), skips: position.skips + 1 }
    case 'cashout':
      return cashedOut(
        position,
        'reason' in action ? action.reason : 'cashout',
        draws,
      )
  }
}

/** All cards that were shown, in order: the n-th is the n-th draw. */
export function cardsOf({ earlier, current }: HiLoPosition): Card[] {
  return [...earlier, current]
}

/** What the stake has become, in coins. */
export function worthOf({ staked, multiplier }: HiLoPosition): Ratio {
  const { numerator, denominator } = multiplier
  return { numerator: BigInt(staked) * numerator, denominator }
}

/** What a right guess makes of a position. */
export function grown(position: HiLoPosition, gain: Ratio): HiLoPosition {
  const { multiplier, consecutiveWins } = position
  return {
    ...position,
    consecutiveWins: consecutiveWins + 1,
    multiplier: {
      numerator: multiplier.numerator * gain.numerator,
      denominator: multiplier.denominator * gain.denominator,
    },
  }
}

function nextCard(position: HiLoPosition, draws: Draws): HiLoPosition {
  const earlier = cardsOf(position)
  return { ...position, earlier, current: cardOf(draws(earlier.length)) }
}

function guessed(
  position: HiLoPosition,
  choice: Guess,
  draws: Draws,
): HiLoPosition {
  const next = nextCard(position, draws)
  if (isRight(choice, position.current, next.current)) {
    return grown(next, gainOf(choice, position.current))
  }
  const multiplier = { numerator: 0n, denominator: 1n }
  return ended({ ...next, multiplier }, 'wrong_guess', coins(0))
}

function cashedOut(
  position: HiLoPosition,
  end: HiLoOutcome['end'],
  draws: Draws,
): HiLoPosition {
  const nextDraw = () => draws(cardsOf(position).length)
  return ended(position, end, fairRounded(worthOf(position), nextDraw))
}

function ended(
  position: HiLoPosition,
  end: HiLoOutcome['end'],
  payout: Coins,
): HiLoPosition {
  const { multiplier, consecutiveWins } = position
  const outcome = {
    payout,
    cards: cardsOf(position),
    consecutiveWins,
    multiplier: {
      numerator: String(multiplier.numerator),
      denominator: String(multiplier.denominator),
    },
    end,
  }
  return { ...position, outcome }
}
