import * as z from 'zod/mini'
import { coinAmount } from '../../money/coin-amount.ts'
import { type Coins, coins } from '../../money/coins.ts'
import { type CardValue, card } from '../cards.ts'

/** What a hand must not pass; with two cards it is a blackjack. */
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

/** One of the player's hands: two after a split, else one. */
export const hand = z.strictObject({
  cards: z.array(card),
  /** In coins; twice the stake once doubled. */
  bet: coinAmount,
  state: z.enum(HAND_STATES),
})
export type Hand = z.infer<typeof hand>

/** Soft where an ace counts 11. */
export type HandTotal = { total: number; isSoft: boolean }

const NO_CARDS: HandTotal = { total: 0, isSoft: false }

/** What a card counts, an ace as 11: 2 to 11. */
export function pointsOf(value: CardValue): number {
  if (value === 'A') return 11
  return typeof value === 'number' ? value : 10
}

/** A total with one card more: an ace counts 1 where 11 would pass 21. */
export function withCard(hand: HandTotal, value: CardValue): HandTotal {
  const total = hand.total + pointsOf(value)
  const aces = Number(hand.isSoft) + Number(value === 'A')
  const tooHigh = Math.max(0, Math.ceil((total - HIGHEST_TOTAL) / 10))
  const small = Math.min(aces, tooHigh)
  return { total: total - 10 * small, isSoft: aces > small }
}

/** The best total of some cards, each ace 11 or 1; a blackjack is 21 too. */
export function handTotal(cards: readonly { value: CardValue }[]): HandTotal {
  return cards.reduce((total, { value }) => withCard(total, value), NO_CARDS)
}

/** An ace and a ten, as dealt; after a split this is a plain 21. */
export function isBlackjack(cards: readonly { value: CardValue }[]): boolean {
  return cards.length === 2 && handTotal(cards).total === HIGHEST_TOTAL
}

/** What insurance costs: half the stake rounded down, in coins. */
export function premiumOf(betAmount: Coins): Coins {
  return coins(Math.floor(betAmount / 2))
}
