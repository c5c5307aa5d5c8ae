import { assert } from '#core/assert.ts'
import {
  type Hand,
  type HandTotal,
  HIGHEST_TOTAL,
  handTotal,
  isBlackjack,
  premiumOf,
  withCard,
} from '#core/games/blackjack/blackjack-hand.ts'
import {
  betsBack,
  blackjackWin,
} from '#core/games/blackjack/blackjack-settlement.ts'
import {
  type BlackjackPosition,
  type Choice,
  DEALER_STANDS,
  legalChoices,
  type Move,
  movesOf,
} from '#core/games/blackjack/blackjack-table.ts'
import { type CardValue, RANKS } from '#core/games/cards.ts'
import { coins } from '#core/money/coins.ts'

/** Exact amount in coins; negative if more is staked than is expected back. */
export type Value = { numerator: bigint; denominator: bigint }

/** Hands, and the only card of the dealer that the player can see. */
type Table = { hands: readonly Hand[]; up: CardValue }

/** Returns the expected payout of best play, per coin of the first stake. */
export function blackjackReturn(): Value {
  const hands = RANKS.flatMap((first) =>
    RANKS.map((second) => handOf(first, second)),
  )
  const deals = hands.flatMap((hand) =>
    RANKS.map((up) => dealValue({ hands: [hand], up })),
  )
  const numerator = deals.reduce((sum, value) => sum + value, 0n)
  return { numerator, denominator: ONE_BET * BigInt(deals.length) }
}

/**
 * Returns the expected payout of best play from here on, minus further stakes.
 * Ignores the dealer's hidden card, which the player can't see.
 */
export function positionValue(position: BlackjackPosition): Value {
  const choice = bestChoice(position)
  if (choice) return choiceValue(position, choice)
  const payout = BigInt(position.outcome?.payout ?? 0)
  return { numerator: payout, denominator: 1n }
}

/** Returns the value of a position after a legal choice, before its draws. */
export function choiceValue(
  position: BlackjackPosition,
  choice: Choice,
): Value {
  const numerator = valueBy(position, choice)
  return { numerator, denominator: ONE_BET }
}

/** Returns the choice with the highest value; undefined once the round is over. */
export function bestChoice(position: BlackjackPosition): Choice | undefined {
  const [first, ...others] = legalChoices(position)
  return (
    first &&
    others.reduce(
      (best, choice) =>
        valueBy(position, choice) > valueBy(position, best) ? choice : best,
      first,
    )
  )
}

function valueBy(position: BlackjackPosition, choice: Choice): bigint {
  const { hands, dealer, betAmount, isInsurable } = position
  const [{ value: up }] = dealer
  if (choice === 'insurance') {
    const premium = BigInt(premiumOf(betAmount)) * ONE_BET
    const ifBlackjack = pushValue(hands) + 3n * premium
    const ifNone = tableValue({ hands, up })
    return beforePeek(up, { ifBlackjack, ifNone }) - premium
  }
  const ifNone = tableValue({ hands, up }, choice)
  return isInsurable
    ? beforePeek(up, { ifBlackjack: pushValue(hands), ifNone })
    : ifNone
}

function dealValue(table: Table): bigint {
  const ifBlackjack = pushValue(table.hands)
  return beforePeek(table.up, { ifBlackjack, ifNone: tableValue(table) })
}

/** Value of hands against a dealer's blackjack, in units of ONE_BET. */
function pushValue(hands: readonly Hand[]): bigint {
  return sum(hands, ({ state, bet }) =>
    state === 'blackjack' ? BigInt(bet) * ONE_BET : 0n,
  )
}

/**
 * Value of all hands once the dealer is known to have no blackjack.
 *
 * @param move of the hand being played; by default the best one.
 */
function tableValue(table: Table, move?: Move): bigint {
  return sum(table.hands, (hand) => {
    if (hand.state === 'blackjack') {
      const { numerator, denominator } = blackjackWin(hand.bet)
      return (numerator * ONE_BET) / denominator
    }
    const moves =
      move && hand.state === 'playing' ? [move] : movesLeft(hand, table)
    const values = moves.map((one) => moveValue(hand, one, table.up))
    const best = values.reduce((a, b) => larger(a, b))
    return BigInt(hand.bet) * best
  })
}

function movesLeft(hand: Hand, table: Table): readonly Move[] {
  const isOpen = hand.state === 'playing' || hand.state === 'waiting'
  return isOpen ? movesOf(hand, table) : ['stand']
}

function moveValue({ cards }: Hand, move: Move, up: CardValue): bigint {
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

function sum(hands: readonly Hand[], of: (hand: Hand) => bigint): bigint {
  return hands.reduce((total, hand) => total + of(hand), 0n)
}

/**
 * One bet in the unit of the values below, divisible enough to keep them whole:
 * every card divides by 13, a hidden one that is no blackjack by 9 or 12.
 * Values are expected payouts of best play minus further stakes, once the
 * dealer is known to have no blackjack. They depend on totals only, since decks
 * are unlimited.
 */
export const ONE_BET = 36n * 13n ** 40n

/** Value of a hand that stands. */
const standValue = memoized((total: number, up: CardValue): bigint => {
  if (total > HIGHEST_TOTAL) return 0n
  const shown = handTotal([{ value: up }])
  return mean(hiddenValues(up), (hidden) =>
    dealerValue(total, withCard(shown, hidden)),
  )
})

/** Value of a hand that takes one card, or more if that is best. */
const hitValue = memoized((hand: HandTotal, up: CardValue): bigint =>
  mean(RANKS, (value) => {
    const grown = withCard(hand, value)
    const stood = standValue(grown.total, up)
    return grown.total < HIGHEST_TOTAL
      ? larger(stood, hitValue(grown, up))
      : stood
  }),
)

/** Value of a hand of two cards that is doubled. */
const doubleValue = memoized((hand: HandTotal, up: CardValue): bigint => {
  const once = mean(RANKS, (value) =>
    standValue(withCard(hand, value).total, up),
  )
  return 2n * once - ONE_BET
})

/** Value of a pair that is split. */
const splitValue = memoized((value: CardValue, up: CardValue): bigint => {
  const one = handTotal([{ value }])
  const each = mean(RANKS, (other) => {
    const hand = withCard(one, other)
    const stood = standValue(hand.total, up)
    if (value === 'A') return stood
    return larger(stood, larger(hitValue(hand, up), doubleValue(hand, up)))
  })
  return 2n * each - ONE_BET
})

/** Value before the peek, given the values with and without a blackjack. */
function beforePeek(
  up: CardValue,
  values: { ifBlackjack: bigint; ifNone: bigint },
): bigint {
  const { ifBlackjack, ifNone } = values
  return mean(RANKS, (hidden) =>
    isBlackjack([{ value: up }, { value: hidden }]) ? ifBlackjack : ifNone,
  )
}

function hiddenValues(up: CardValue): CardValue[] {
  return RANKS.filter(
    (hidden) => !isBlackjack([{ value: up }, { value: hidden }]),
  )
}

const dealerValue = memoized((total: number, dealer: HandTotal): bigint =>
  dealer.total < DEALER_STANDS
    ? mean(RANKS, (value) => dealerValue(total, withCard(dealer, value)))
    : ONE_BET * BigInt(betsBack(total, dealer.total)),
)

function mean(
  ranks: readonly CardValue[],
  of: (rank: CardValue) => bigint,
): bigint {
  const sum = ranks.reduce((total, rank) => total + of(rank), 0n)
  const count = BigInt(ranks.length)
  assert(sum % count === 0n, 'values are whole')
  return sum / count
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

function memoized<A extends readonly unknown[]>(
  compute: (...key: A) => bigint,
): (...key: A) => bigint {
  const known = new Map<string, bigint>()
  return (...key) => {
    const name = JSON.stringify(key)
    const value = known.get(name) ?? compute(...key)
    known.set(name, value)
    return value
  }
}
