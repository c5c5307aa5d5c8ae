import { assert } from '../../assert.ts'
import { coins } from '../../money/coins.ts'
import { type CardValue, RANKS } from '../cards.ts'
import {
  type Hand,
  handTotal,
  isBlackjack,
  premiumOf,
} from './blackjack-hand.ts'
import { blackjackWin } from './blackjack-settlement.ts'
import {
  type BlackjackPosition,
  type Choice,
  legalChoices,
  type Move,
  movesOf,
} from './blackjack-table.ts'
import {
  beforePeek,
  doubleValue,
  hitValue,
  larger,
  ONE_BET,
  splitValue,
  standValue,
} from './blackjack-values.ts'

/** An exact amount in coins; below 0 where more is staked than is expected back. */
export type Value = { numerator: bigint; denominator: bigint }

// Worths are in the unit of which ONE_BET is one coin.

/** What the player can go by. */
type Table = { hands: readonly Hand[]; up: CardValue }

/** What best play gets back for each coin of the first stake. */
export function blackjackReturn(): Value {
  const hands = RANKS.flatMap((first) =>
    RANKS.map((second) => handOf(first, second)),
  )
  const deals = hands.flatMap((hand) =>
    RANKS.map((up) => worthOfDeal({ hands: [hand], up })),
  )
  const numerator = deals.reduce((sum, value) => sum + value, 0n)
  return { numerator, denominator: ONE_BET * BigInt(deals.length) }
}

/**
 * What is expected of a round by best play from here on: its payout less the
 * stakes still to be put in. The dealer's hidden card counts for nothing.
 */
export function positionValue(position: BlackjackPosition): Value {
  const choice = bestChoice(position)
  if (choice) return choiceValue(position, choice)
  const payout = BigInt(position.outcome?.payout ?? 0)
  return { numerator: payout, denominator: 1n }
}

/**
 * The same by a legal choice, before its draws. The luck of a choice is the
 * value after it, less the stake that it took, less this.
 */
export function choiceValue(
  position: BlackjackPosition,
  choice: Choice,
): Value {
  const numerator = worthBy(position, choice)
  return { numerator, denominator: ONE_BET }
}

/** What is best to do; undefined once the round is over. */
export function bestChoice(position: BlackjackPosition): Choice | undefined {
  const [first, ...others] = legalChoices(position)
  const valueBy = (choice: Choice) => worthBy(position, choice)
  return (
    first &&
    others.reduce(
      (best, choice) => (valueBy(choice) > valueBy(best) ? choice : best),
      first,
    )
  )
}

function worthBy(position: BlackjackPosition, choice: Choice): bigint {
  const { hands, dealer, betAmount, isInsurable } = position
  const [{ value: up }] = dealer
  if (choice === 'insurance') {
    const premium = BigInt(premiumOf(betAmount)) * ONE_BET
    const ifBlackjack = worthOfPush(hands) + 3n * premium
    const ifNone = worthOfTable({ hands, up })
    return beforePeek(up, { ifBlackjack, ifNone }) - premium
  }
  const ifNone = worthOfTable({ hands, up }, choice)
  return isInsurable
    ? beforePeek(up, { ifBlackjack: worthOfPush(hands), ifNone })
    : ifNone
}

function worthOfDeal(table: Table): bigint {
  const ifBlackjack = worthOfPush(table.hands)
  return beforePeek(table.up, { ifBlackjack, ifNone: worthOfTable(table) })
}

/** What hands get back from a dealer's blackjack. */
function worthOfPush(hands: readonly Hand[]): bigint {
  return sum(hands, ({ state, bet }) =>
    state === 'blackjack' ? BigInt(bet) * ONE_BET : 0n,
  )
}

/**
 * Of all hands once the dealer is known to have no blackjack.
 *
 * @param move what is done with the hand being played; the best when left out.
 */
function worthOfTable(table: Table, move?: Move): bigint {
  return sum(table.hands, (hand) => {
    if (hand.state === 'blackjack') {
      const { numerator, denominator } = blackjackWin(hand.bet)
      return (numerator * ONE_BET) / denominator
    }
    const moves =
      move && hand.state === 'playing' ? [move] : movesLeft(hand, table)
    const values = moves.map((one) => worthOfMove(hand, one, table.up))
    const best = values.reduce((a, b) => larger(a, b))
    return BigInt(hand.bet) * best
  })
}

function movesLeft(hand: Hand, table: Table): readonly Move[] {
  const isOpen = hand.state === 'playing' || hand.state === 'waiting'
  return isOpen ? movesOf(hand, table) : ['stand']
}

function worthOfMove({ cards }: Hand, move: Move, up: CardValue): bigint {
  const hand = handTotal(cards)
  if (move === 'hit') return hitValue(hand, up)
  if (move === 'stand') return standValue(hand.total, up)
  if (move === 'double') return doubleValue(hand, up)
  const [card] = cards
  assert(card !== undefined, 'a hand has cards')
  return splitValue(card.value, up)
}

function handOf(first: CardValue, second: CardValue): Hand {
  const suit = 'spades'
  const cards = [first, second].map((value) => ({ value, suit }) as const)
  const state = isBlackjack(cards) ? 'blackjack' : 'playing'
  return { cards, bet: coins(1), state }
}

function sum(hands: readonly Hand[], worthOf: (hand: Hand) => bigint): bigint {
  return hands.reduce((total, hand) => total + worthOf(hand), 0n)
}
