import {
  applying,
  type GoldenKinds,
  ROUNDINGS,
  roundingOf,
} from '../../../fairness/golden/golden-kinds.ts'
import type { GoldenRound } from '../../../fairness/golden/golden-vectors.ts'
import { RANKS } from '../../cards.ts'
import { isRight } from '../hi-lo-guess.ts'
import { hiLoOutcome } from '../hi-lo-outcome.ts'
import { type HiLoAction, hiLoAction } from '../hi-lo-position.ts'

const GUESSES = ['higher', 'lower'] as const
const MOST_SKIPS = 52
const LONG_STREAK = 10
/** Worth cashing out; their ratios outgrow 64 bits. */
const CASHED_STREAKS = [8, 20]
const CASH_OUTS = ['cashout', 'idle', 'house_limit']

/** Each guess on each card right and wrong, and every end. */
export const hiLoKinds: GoldenKinds = {
  all: [
    ...RANKS.flatMap((value) =>
      GUESSES.flatMap((guess) => [
        `${guess} than ${value}, right`,
        `${guess} than ${value}, wrong`,
      ]),
    ),
    ...GUESSES.flatMap((guess) => [
      `${guess}, right by the same value`,
      `${guess}, wrong by the same value`,
    ]),
    ...CASH_OUTS.flatMap((end) => [
      ...ROUNDINGS.map((rounding) => `${end} ${rounding}`),
      ...CASHED_STREAKS.flatMap((streak) => [
        `${end} rounded up after ${streak} right ones`,
        `${end} rounded down after ${streak} right ones`,
      ]),
    ]),
    'idle before a guess',
    'house_limit before a guess',
    'wrong_guess after a right one',
    'as many skips as there may be',
    'ten right guesses',
  ],

  shownBy: (round) => [...guessKinds(round), ...endKinds(round)],
}

function guessKinds(round: GoldenRound): string[] {
  const { cards } = hiLoOutcome.parse(round.outcome)
  return actionsOf(round).flatMap((action, index) => {
    const before = cards[index]
    const after = cards[index + 1]
    if (action.action !== 'play' || !before || !after) return []
    const { choice } = action
    const verdict = isRight(choice, before, after) ? 'right' : 'wrong'
    return [
      `${choice} than ${before.value}, ${verdict}`,
      ...applying({
        [`${choice}, ${verdict} by the same value`]:
          before.value === after.value,
      }),
    ]
  })
}

function endKinds(round: GoldenRound): string[] {
  const outcome = hiLoOutcome.parse(round.outcome)
  const { payout, multiplier, consecutiveWins, end } = outcome
  const worth = {
    numerator: BigInt(round.bet.betAmount) * BigInt(multiplier.numerator),
    denominator: BigInt(multiplier.denominator),
  }
  const skips = actionsOf(round).filter(({ action }) => action === 'skip')
  return [
    `${end} ${roundingOf(worth, payout)}`,
    `${end} ${roundingOf(worth, payout)} after ${consecutiveWins} right ones`,
    `${end} ${consecutiveWins > 0 ? 'after a right one' : 'before a guess'}`,
    ...applying({
      'as many skips as there may be': skips.length === MOST_SKIPS,
      'ten right guesses': consecutiveWins >= LONG_STREAK,
    }),
  ]
}

function actionsOf({ actions = [] }: GoldenRound): HiLoAction[] {
  return actions.map((action) => hiLoAction.parse(action))
}
