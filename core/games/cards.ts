import * as z from 'zod/mini'
import { assert } from '../assert.ts'
import { type Draw, integerBelow, WORD_RANGE } from '../fairness/draws.ts'

export const CARD_COUNT = 52

const SUITS = ['diamonds', 'hearts', 'spades', 'clubs'] as const
/** Card values in ascending order, all equally likely. */
export const RANKS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 'J', 'Q', 'K', 'A'] as const

export type CardValue = (typeof RANKS)[number]

export const card = z.strictObject({
  value: z.literal(RANKS),
  suit: z.enum(SUITS),
})

export type Card = z.infer<typeof card>

/**
 * Maps a draw to a card of a full deck: 0 is 2♦, then 2♥, 2♠, 2♣, 3♦ and so on
 * up to 51, A♣, in the order that Stake publishes.
 */
export function toCard(draw: Draw): Card {
  const index = integerBelow(draw, CARD_COUNT)
  const value = RANKS[Math.floor(index / SUITS.length)]
  const suit = SUITS[index % SUITS.length]
  assert(value !== undefined && suit !== undefined, 'a draw is one of 52 cards')
  return { value, suit }
}

/** Returns the lowest draw that maps to a card. */
export function toDraw({ value, suit }: Card): Draw {
  const index = RANKS.indexOf(value) * SUITS.length + SUITS.indexOf(suit)
  return Math.ceil((index * WORD_RANGE) / CARD_COUNT)
}

const SIGNS = { diamonds: '♦', hearts: '♥', spades: '♠', clubs: '♣' } as const

/** Formats a card as two or three characters: `A♣`, `10♦`. */
export function cardText({ value, suit }: Card): string {
  return `${value}${SIGNS[suit]}`
}
