import type { Draws } from '../../fairness/draws.ts'
import { type Coins, coins } from '../../money/coins.ts'
import { type Card, toCard } from '../cards.ts'
import {
  getPremium,
  type Hand,
  type HandState,
  HIGHEST_TOTAL,
  handTotal,
  isBlackjack,
  toPoints,
} from './blackjack-hand.ts'
import {
  type BlackjackOutcome,
  type Insurance,
  settleHands,
} from './blackjack-settlement.ts'

/** The dealer draws below this total, and stands on it, soft or hard. */
export const DEALER_STANDS = 17

export type Move = 'hit' | 'stand' | 'double' | 'split'
export type Choice = Move | 'insurance'

export type BlackjackPosition = {
  readonly betAmount: Coins
  readonly staked: Coins
  readonly hands: readonly Hand[]
  /** Face-up card, hidden card, then drawn cards. */
  readonly dealer: readonly [Card, Card, ...Card[]]
  readonly insurance: Insurance | null
  /** True if insurance is offered, before the peek under the dealer's ace. */
  readonly isInsurable: boolean
  /** Number of draws used for cards. */
  readonly cardCount: number
  readonly outcome?: BlackjackOutcome
}

/**
 * Deals two cards each, in turn: draws 1 and 3 are the dealer's. The dealer peeks
 * for a blackjack at once, or after insurance was offered.
 */
export function dealHands(betAmount: Coins, draws: Draws): BlackjackPosition {
  const cards = [toCard(draws(0)), toCard(draws(2))]
  const up = toCard(draws(1))
  const state: HandState = isBlackjack(cards) ? 'blackjack' : 'playing'
  const position = {
    betAmount,
    staked: betAmount,
    hands: [{ cards, bet: betAmount, state }],
    dealer: [up, toCard(draws(3))] as const,
    insurance: null,
    isInsurable: up.value === 'A' && getPremium(betAmount) > 0,
    cardCount: 4,
  }
  return position.isInsurable ? position : peek(position, draws)
}

/** Returns the player's legal choices; none once the round is over. */
export function legalChoices(position: BlackjackPosition): Choice[] {
  if (position.outcome) return []
  const active = getActiveHand(position)
  const moves = active ? getMoves(active, position) : (['stand'] as const)
  return position.isInsurable ? [...moves, 'insurance'] : [...moves]
}

/** Returns the price of a choice, in coins. */
export function getPrice(
  position: Pick<BlackjackPosition, 'betAmount' | 'hands'>,
  choice: Choice,
): Coins {
  if (choice === 'insurance') return getPremium(position.betAmount)
  if (choice === 'hit' || choice === 'stand') return coins(0)
  return getActiveHand(position)?.bet ?? coins(0)
}

/** Applies a legal choice. The first one under an ace is preceded by the peek. */
export function applyChoice(
  position: BlackjackPosition,
  choice: Choice,
  draws: Draws,
): BlackjackPosition {
  if (choice === 'insurance') return peek(buyInsurance(position), draws)
  const afterPeek = position.isInsurable ? peek(position, draws) : position
  return afterPeek.outcome ? afterPeek : applyMove(afterPeek, choice, draws)
}

function getActiveHand({
  hands,
}: Pick<BlackjackPosition, 'hands'>): Hand | undefined {
  return hands.find(({ state }) => state === 'playing')
}

/** Returns the moves of the active hand. */
export function getMoves(
  { cards }: Hand,
  { hands }: { hands: readonly Hand[] },
): readonly Move[] {
  if (cards.length > 2) return ['hit', 'stand']
  const points = new Set(cards.map(({ value }) => toPoints(value)))
  return points.size === 1 && hands.length === 1
    ? ['hit', 'stand', 'double', 'split']
    : ['hit', 'stand', 'double']
}

function buyInsurance(position: BlackjackPosition): BlackjackPosition {
  const premium = getPremium(position.betAmount)
  const payout = coins(isBlackjack(position.dealer) ? 3 * premium : 0)
  const staked = coins(position.staked + premium)
  return { ...position, staked, insurance: { premium, payout } }
}

function peek(position: BlackjackPosition, draws: Draws): BlackjackPosition {
  const decided = { ...position, isInsurable: false }
  const isOver = isBlackjack(decided.dealer)
  return isOver ? settle(decided, draws) : continueRound(decided, draws)
}

function applyMove(
  position: BlackjackPosition,
  move: Move,
  draws: Draws,
): BlackjackPosition {
  let { cardCount } = position
  const drawCard = () => toCard(draws(cardCount++))
  const hands = position.hands.flatMap((hand) =>
    hand.state === 'playing' ? MOVES[move](hand, drawCard) : [hand],
  )
  const staked = coins(position.staked + getPrice(position, move))
  return continueRound({ ...position, staked, hands, cardCount }, draws)
}

/** Results of each move; a split makes two hands. */
const MOVES = {
  hit: (hand, drawCard) => [addCard(hand, drawCard(), 'playing')],
  stand: (hand) => [{ ...hand, state: 'stood' }],
  double: ({ cards, bet, state }, drawCard) => [
    addCard({ cards, bet: coins(2 * bet), state }, drawCard(), 'doubled'),
  ],
  split: ({ cards, bet, state }, drawCard) =>
    cards.map((card) => {
      const next = card.value === 'A' ? 'stood' : 'waiting'
      return addCard({ cards: [card], bet, state }, drawCard(), next)
    }),
} satisfies Record<Move, (hand: Hand, drawCard: () => Card) => Hand[]>

/** Adds a card to a hand; a total of 21 stands automatically. */
function addCard(hand: Hand, card: Card, next: HandState): Hand {
  const cards = [...hand.cards, card]
  const { total } = handTotal(cards)
  if (total > HIGHEST_TOTAL) return { ...hand, cards, state: 'bust' }
  const has21 = total === HIGHEST_TOTAL && next !== 'doubled'
  return { ...hand, cards, state: has21 ? 'stood' : next }
}

/** Activates the next hand, or lets the dealer play. */
function continueRound(
  position: BlackjackPosition,
  draws: Draws,
): BlackjackPosition {
  if (getActiveHand(position)) return position
  const next = position.hands.find(({ state }) => state === 'waiting')
  if (!next) return settle(playDealer(position, draws), draws)
  const hands = position.hands.map((hand) =>
    hand === next ? { ...hand, state: 'playing' as const } : hand,
  )
  return { ...position, hands }
}

/** Draws the dealer's cards, unless all hands are decided already. */
function playDealer(
  position: BlackjackPosition,
  draws: Draws,
): BlackjackPosition {
  const isOpen = ({ state }: Hand) => state === 'stood' || state === 'doubled'
  if (!position.hands.some(isOpen)) return position
  let { dealer, cardCount } = position
  while (handTotal(dealer).total < DEALER_STANDS) {
    dealer = [...dealer, toCard(draws(cardCount++))]
  }
  return { ...position, dealer, cardCount }
}

function settle(position: BlackjackPosition, draws: Draws): BlackjackPosition {
  const { cardCount } = position
  const outcome = settleHands(position, () => draws(cardCount))
  return { ...position, outcome }
}
