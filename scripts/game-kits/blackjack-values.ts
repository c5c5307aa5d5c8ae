import { assert } from '#core/assert.ts'
import {
  addToTotal,
  getPremium,
  type Hand,
  type HandTotal,
  HIGHEST_TOTAL,
  handTotal,
  isBlackjack,
} from '#core/games/blackjack/blackjack-hand.ts'
import {
  countReturnedBets,
  getBlackjackPayout,
} from '#core/games/blackjack/blackjack-settlement.ts'
import {
  type BlackjackPosition,
  type Choice,
  DEALER_STANDS,
  getMoves,
  legalChoices,
  type Move,
} from '#core/games/blackjack/blackjack-table.ts'
import { type CardValue, RANKS } from '#core/games/cards.ts'
import { coins } from '#core/money/coins.ts'

/** Hands, and the only card of the dealer that the player can see. */
type Table = { hands: readonly Hand[]; up: CardValue }

// All values are expected payouts of best play minus further stakes, in coins.

/** Returns the value of a round, per coin of the first stake. */
export function blackjackReturn(): number {
  const hands = RANKS.flatMap((first) =>
    RANKS.map((second) => toHand(first, second)),
  )
  return mean(hands, (hand) => mean(RANKS, (up) => dealValue([hand], up)))
}

/** Returns the value of a position. Ignores the hidden card, which the player can't see. */
export function positionValue(position: BlackjackPosition): number {
  const choice = bestChoice(position)
  return choice
    ? choiceValue(position, choice)
    : (position.outcome?.payout ?? 0)
}

/** Returns the choice with the highest value; undefined once the round is over. */
export function bestChoice(position: BlackjackPosition): Choice | undefined {
  const [first, ...others] = legalChoices(position)
  return (
    first &&
    others.reduce(
      (best, choice) =>
        choiceValue(position, choice) > choiceValue(position, best)
          ? choice
          : best,
      first,
    )
  )
}

/** Returns the value of a position after a legal choice, before its draws. */
export function choiceValue(
  position: BlackjackPosition,
  choice: Choice,
): number {
  const { hands, dealer, betAmount, isInsurable } = position
  const [{ value: up }] = dealer
  if (choice === 'insurance') {
    const premium = getPremium(betAmount)
    const ifBlackjack = pushValue(hands) + 3 * premium
    const ifNone = tableValue({ hands, up })
    return beforePeek(up, { ifBlackjack, ifNone }) - premium
  }
  const ifNone = tableValue({ hands, up }, choice)
  return isInsurable
    ? beforePeek(up, { ifBlackjack: pushValue(hands), ifNone })
    : ifNone
}

function dealValue(hands: readonly Hand[], up: CardValue): number {
  const ifBlackjack = pushValue(hands)
  return beforePeek(up, { ifBlackjack, ifNone: tableValue({ hands, up }) })
}

/** Value of hands against a dealer's blackjack. */
function pushValue(hands: readonly Hand[]): number {
  return sum(hands, ({ state, bet }) => (state === 'blackjack' ? bet : 0))
}

/**
 * Value of all hands once the dealer is known to have no blackjack.
 *
 * @param move of the hand being played; by default the best one.
 */
function tableValue(table: Table, move?: Move): number {
  return sum(table.hands, (hand) => {
    if (hand.state === 'blackjack') {
      const { numerator, denominator } = getBlackjackPayout(hand.bet)
      return Number(numerator) / Number(denominator)
    }
    const moves =
      move && hand.state === 'playing' ? [move] : movesLeft(hand, table)
    const values = moves.map((one) => moveValue(hand, one, table.up))
    return hand.bet * Math.max(...values)
  })
}

function movesLeft(hand: Hand, table: Table): readonly Move[] {
  const isOpen = hand.state === 'playing' || hand.state === 'waiting'
  return isOpen ? getMoves(hand, table) : ['stand']
}

function moveValue({ cards }: Hand, move: Move, up: CardValue): number {
  const hand = handTotal(cards)
  if (move === 'hit') return hitValue(hand, up)
  if (move === 'stand') return standValue(hand.total, up)
  if (move === 'double') return doubleValue(hand, up)
  const [card] = cards
  assert(card !== undefined, 'a hand has cards')
  return splitValue(card.value, up)
}

function toHand(first: CardValue, second: CardValue): Hand {
  const suit = 'spades'
  const cards = [first, second].map((value) => ({ value, suit }) as const)
  const state = isBlackjack(cards) ? 'blackjack' : 'playing'
  return { cards, bet: coins(1), state }
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}

// The values below are in bets, once the dealer is known to have no blackjack.
// They depend on totals only, since decks are unlimited.

/** Value of a hand that stands. */
const standValue = memoize((total: number, up: CardValue): number => {
  if (total > HIGHEST_TOTAL) return 0
  const shown = handTotal([{ value: up }])
  return mean(hiddenValues(up), (hidden) =>
    dealerValue(total, addToTotal(shown, hidden)),
  )
})

/** Value of a hand that takes one card, or more if that is best. */
const hitValue = memoize((hand: HandTotal, up: CardValue): number =>
  mean(RANKS, (value) => {
    const grown = addToTotal(hand, value)
    const stood = standValue(grown.total, up)
    return grown.total < HIGHEST_TOTAL
      ? Math.max(stood, hitValue(grown, up))
      : stood
  }),
)

/** Value of a hand of two cards that is doubled. */
const doubleValue = memoize((hand: HandTotal, up: CardValue): number => {
  const once = mean(RANKS, (value) =>
    standValue(addToTotal(hand, value).total, up),
  )
  return 2 * once - 1
})

/** Value of a pair that is split. */
const splitValue = memoize((value: CardValue, up: CardValue): number => {
  const one = handTotal([{ value }])
  const each = mean(RANKS, (other) => {
    const hand = addToTotal(one, other)
    const stood = standValue(hand.total, up)
    if (value === 'A') return stood
    return Math.max(stood, hitValue(hand, up), doubleValue(hand, up))
  })
  return 2 * each - 1
})

/** Value before the peek, given the values with and without a blackjack. */
function beforePeek(
  up: CardValue,
  values: { ifBlackjack: number; ifNone: number },
): number {
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

const dealerValue = memoize((total: number, dealer: HandTotal): number =>
  dealer.total < DEALER_STANDS
    ? mean(RANKS, (value) => dealerValue(total, addToTotal(dealer, value)))
    : countReturnedBets(total, dealer.total),
)

function mean<T>(items: readonly T[], of: (item: T) => number): number {
  return sum(items, of) / items.length
}

function memoize<A extends readonly unknown[]>(
  compute: (...key: A) => number,
): (...key: A) => number {
  const known = new Map<string, number>()
  return (...key) => {
    const name = JSON.stringify(key)
    const value = known.get(name) ?? compute(...key)
    known.set(name, value)
    return value
  }
}
