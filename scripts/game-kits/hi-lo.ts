import * as z from 'zod/mini'
import { type Card, RANKS } from '#core/games/cards.ts'
import { hiLo, MOST_SKIPS } from '#core/games/hi-lo/hi-lo.ts'
import {
  type Guess,
  getGain,
  isRight,
  RETURN_HUNDREDTHS,
} from '#core/games/hi-lo/hi-lo-guess.ts'
import {
  type HiLoAction,
  hiLoAction,
  hiLoOutcome,
} from '#core/games/hi-lo/hi-lo-position.ts'
import type { Deviation } from '#core/games/return-check.ts'
import type { Coins } from '#core/money/coins.ts'
import type { Ratio } from '#core/money/fair-rounding.ts'
import { addDeviations, boundedDeviation, NO_DEVIATION } from './deviation.ts'
import { type GameCall, type GameKit, pick, toPercent } from './game-kit.ts'

const actionList = z.array(hiLoAction)

/** Correct guesses after which a quick player cashes out. */
const QUICK_STREAK = 2

const GUESSES: readonly Guess[] = ['higher', 'lower']
const GUESS_RETURN = RETURN_HUNDREDTHS / 100

export const kit: GameKit = {
  folder: 'hi-lo',
  game: hiLo,

  calls: {
    start: (betAmount) => call('start', { betAmount }),
    steps: {
      any({ step, legalActions }, chance) {
        const action = pick(legalActions, chance)
        const choice = chance < 0.2 ? 'higher' : 'lower'
        return call(action, action === 'play' ? { choice, step } : { step })
      },
      quick: ({ step }) =>
        step < QUICK_STREAK
          ? call('play', { choice: 'higher', step })
          : call('cashout', { step }),
      blind: [
        call('start', { betAmount: 1 }),
        ...Array.from({ length: MOST_SKIPS }, () => call('skip', {})),
        call('play', { choice: 'higher' }),
        call('cashout', {}),
      ],
    },
  },

  returns: {
    name: 'hi_lo',
    exactFigures() {
      const guesses = guessReturns().map(toPercent)
      const unit = '% a guess'
      const [least, most] = [Math.min(...guesses), Math.max(...guesses)]
      return [
        { name: 'least_return', value: least, unit, expected: 99 },
        { name: 'most_return', value: most, unit, expected: 99 },
      ]
    },
    getDeviation: ({ bet, actions, outcome, payout }) =>
      hiLoDeviation({
        betAmount: bet.betAmount,
        actions: actionList.parse(actions ?? []),
        cards: hiLoOutcome.parse(outcome).cards,
        payout,
      }),
  },
}

function call(path: string, body: GameCall['body']): GameCall {
  return { path: `hilo/${path}`, body }
}

/** Returns the expected multiplier of each guess on each card, over all next cards. */
export function guessReturns(): Ratio[] {
  const cards = RANKS.map((value): Card => ({ value, suit: 'spades' }))
  return cards.flatMap((before) =>
    GUESSES.map((guess) => {
      const right = cards.filter((after) => isRight(guess, before, after))
      const { numerator, denominator } = getGain(guess, before)
      return {
        numerator: numerator * BigInt(right.length),
        denominator: denominator * BigInt(cards.length),
      }
    }),
  )
}

/** @property cards all cards shown, in order. */
type FinishedHiLo = {
  betAmount: Coins
  actions: readonly HiLoAction[]
  cards: readonly Card[]
  payout: number
}

/**
 * Returns the deviation of a round. Each guess costs a hundredth of the winnings
 * so far, which the player chose to risk; the rest of a change is chance.
 */
export function hiLoDeviation({
  betAmount,
  actions,
  cards,
  payout,
}: FinishedHiLo): Deviation {
  let winnings: number = betAmount
  let deviation = NO_DEVIATION
  for (const [index, action] of actions.entries()) {
    const before = cards[index]
    const after = cards[index + 1]
    if (action.action !== 'play' || !before || !after) continue
    const { numerator, denominator } = getGain(action.choice, before)
    const most = (winnings * Number(numerator)) / Number(denominator)
    const mean = winnings * GUESS_RETURN
    winnings = isRight(action.choice, before, after) ? most : 0
    deviation = addDeviations(
      deviation,
      boundedDeviation(winnings - mean, { least: 0, mean, most }),
    )
  }
  const bounds = {
    least: Math.floor(winnings),
    mean: winnings,
    most: Math.ceil(winnings),
  }
  return addDeviations(deviation, boundedDeviation(payout - winnings, bounds))
}
