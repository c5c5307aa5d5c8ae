import * as z from 'zod/mini'
import { coinAmount } from '../../money/coin-amount.ts'
import { type Coins, coins } from '../../money/coins.ts'
import { type CardValue, card } from '../cards.ts'

/** Highest total that is not bust; with two cards it is a blackjack. */
export const HIGHEST_TOTAL = 21

const HAND_STATES = [
  'waiting',
  'playing',
  'stood',
  'doubled',
  'bust',
  'blackjack',
] as const
export type HandState = (typeof HAND_STATES)[number]

/** One of the player's one or two hands. */
export const hand = z.strictObject({
  cards: z.array(card),
  /** In coins; doubled with the hand. */
  bet: coinAmount,
  state: z.enum(HAND_STATES),
})
export type Hand = z.infer<typeof hand>

/** Total of a hand; soft if an ace counts 11. */
export type HandTotal = { total: number; isSoft: boolean }

const NO_CARDS: HandTotal = { total: 0, isSoft: false }

/** Returns a card's points, 2 to 11; an ace counts 11. */
export function toPoints(value: CardValue): number {
  if (value === 'A') return 11
  return typeof value === 'number' ? value : 10
}

/** Adds a card to a total; aces count 1 if 11 would exceed 21. */
export function addToTotal(hand: HandTotal, value: CardValue): HandTotal {
  const total = hand.total + toPoints(value)
  const aces = Number(hand.isSoft) + Number(value === 'A')
  const tooHigh = Math.max(0, Math.ceil((total - HIGHEST_TOTAL) / 10))
  const countedAsOne = Math.min(aces, tooHigh)
  return { total: total - 10 * countedAsOne, isSoft: aces > countedAsOne }
}

/** Returns the best total of some cards, each ace counting 11 or 1. */
export function handTotal(cards: readonly { value: CardValue }[]): HandTotal {
  return cards.reduce((total, { value }) => addToTotal(total, value), NO_CARDS)
}

/** True for an ace with a ten. Callers exclude split hands, where it is a plain 21. */
export function isBlackjack(cards: readonly { value: CardValue }[]): boolean {
  return cards.length === 2 && handTotal(cards).total === HIGHEST_TOTAL
}

/** Returns the price of insurance: half the stake, rounded down to coins. */
export function getPremium(betAmount: Coins): Coins {
  return coins(Math.floor(betAmount / 2))
}
