import * as z from 'zod/mini'
import type { Ratio } from '../../money/fair-rounding.ts'
import type { Card, CardValue } from '../cards.ts'

export const guess = z.enum(['higher', 'lower'], 'Choose higher or lower')
export type Guess = z.infer<typeof guess>

const RANK_COUNT = 13
const ACE = 1
const KING = 13
const FACES = { A: ACE, J: 11, Q: 12, K: KING } as const

/** Return of a guess, in hundredths of the winnings so far. */
export const RETURN_HUNDREDTHS = 99

/** Ranks from 1 for an ace, the lowest card here, to 13 for a king. */
function toRank(value: CardValue): number {
  return typeof value === 'number' ? value : FACES[value]
}

/**
 * True if a guess is correct. An equal rank counts as correct, except for higher
 * than an ace and lower than a king, which would always win otherwise.
 */
export function isRight(choice: Guess, before: Card, after: Card): boolean {
  const from = toRank(before.value)
  const to = toRank(after.value)
  if (choice === 'higher') return from === ACE ? to > from : to >= from
  return from === KING ? to < from : to <= from
}

/** Counts the ranks, 1 to 12 of 13, for which a guess is correct. */
function rightRanks(choice: Guess, { value }: Card): number {
  const rank = toRank(value)
  const atOrBeyond = choice === 'higher' ? RANK_COUNT + 1 - rank : rank
  return Math.min(atOrBeyond, RANK_COUNT - 1)
}

/** Returns the multiplier of a correct guess: 0.99 divided by its chance. */
export function getGain(choice: Guess, card: Card): Ratio {
  return {
    numerator: BigInt(RETURN_HUNDREDTHS * RANK_COUNT),
    denominator: BigInt(100 * rightRanks(choice, card)),
  }
}

/** Returns the chance of a guess, in percent with two decimals. */
export function toPercent(choice: Guess, card: Card): number {
  return Math.round((rightRanks(choice, card) * 10_000) / RANK_COUNT) / 100
}
