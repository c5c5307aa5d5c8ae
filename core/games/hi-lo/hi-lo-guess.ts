import * as z from 'zod/mini'
import type { Ratio } from '../../money/fair-rounding.ts'
import type { Card, CardValue } from '../cards.ts'

export const guess = z.enum(['higher', 'lower'], 'Choose higher or lower')
export type Guess = z.infer<typeof guess>

const RANK_COUNT = 13
const ACE = 1
const KING = 13
const FACES = { A: ACE, J: 11, Q: 12, K: KING } as const

/** Hundredths that a right guess would multiply by if it were sure. */
export const RETURN_HUNDREDTHS = 99

/** 1 for an ace, the lowest card here, to 13 for a king. */
function rankOf(value: CardValue): number {
  return typeof value === 'number' ? value : FACES[value]
}

/**
 * Whether a guess on the card before holds for the one after it. The same rank
 * is right either way, save where nothing else could be wrong: higher than an
 * ace and lower than a king are strict.
 */
export function isRight(choice: Guess, before: Card, after: Card): boolean {
  const from = rankOf(before.value)
  const to = rankOf(after.value)
  if (choice === 'higher') return from === ACE ? to > from : to >= from
  return from === KING ? to < from : to <= from
}

/** How many of the 13 ranks a guess on a card is right for: 1 to 12. */
function rightRanks(choice: Guess, { value }: Card): number {
  const rank = rankOf(value)
  const atOrBeyond = choice === 'higher' ? RANK_COUNT + 1 - rank : rank
  return Math.min(atOrBeyond, RANK_COUNT - 1)
}

/** What a right guess multiplies by: 0.99 over its chance. */
export function gainOf(choice: Guess, card: Card): Ratio {
  return {
    numerator: BigInt(RETURN_HUNDREDTHS * RANK_COUNT),
    denominator: BigInt(100 * rightRanks(choice, card)),
  }
}

/** The chance that a guess is right, in percent with two decimals. */
export function percentOf(choice: Guess, card: Card): number {
  return Math.round((rightRanks(choice, card) * 10_000) / RANK_COUNT) / 100
}
