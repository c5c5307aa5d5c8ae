import { assert } from '../../assert.ts'
import { type CardValue, RANKS } from '../cards.ts'
import {
  type HandTotal,
  HIGHEST_TOTAL,
  handTotal,
  isBlackjack,
  withCard,
} from './blackjack-hand.ts'
import { betsBack } from './blackjack-settlement.ts'
import { DEALER_STANDS } from './blackjack-table.ts'

// What a hand is worth when it is played best: the expected payout less the
// stakes still to be put in. All of it once the dealer is known to have no
// blackjack. Decks are unlimited, so only totals count and values are exact.

/**
 * One bet, in the unit of all values: so divisible that each is a whole number.
 * Every card divides by 13, a hidden one that is no blackjack by 9 or 12.
 */
export const ONE_BET = 36n * 13n ** 40n

/** Of a hand that draws no more. */
export const standValue = remembered((total: number, up: CardValue): bigint => {
  if (total > HIGHEST_TOTAL) return 0n
  const shown = handTotal([{ value: up }])
  return mean(hiddenValues(up), (hidden) =>
    dealerValue(total, withCard(shown, hidden)),
  )
})

/** Of a hand that takes one card, or more where that is best. */
export const hitValue = remembered((hand: HandTotal, up: CardValue): bigint =>
  mean(RANKS, (value) => {
    const grown = withCard(hand, value)
    const stood = standValue(grown.total, up)
    return grown.total < HIGHEST_TOTAL
      ? larger(stood, hitValue(grown, up))
      : stood
  }),
)

/** Of a hand of two cards that is doubled. */
export const doubleValue = remembered(
  (hand: HandTotal, up: CardValue): bigint => {
    const once = mean(RANKS, (value) =>
      standValue(withCard(hand, value).total, up),
    )
    return 2n * once - ONE_BET
  },
)

/** Of two cards that count the same and are split. */
export const splitValue = remembered(
  (value: CardValue, up: CardValue): bigint => {
    const one = handTotal([{ value }])
    const each = mean(RANKS, (other) => {
      const hand = withCard(one, other)
      const stood = standValue(hand.total, up)
      if (value === 'A') return stood
      return larger(stood, larger(hitValue(hand, up), doubleValue(hand, up)))
    })
    return 2n * each - ONE_BET
  },
)

/**
 * What is expected before the dealer has looked under a card.
 *
 * @param values those if the dealer has a blackjack, and if not.
 */
export function beforePeek(
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

const dealerValue = remembered((total: number, dealer: HandTotal): bigint =>
  dealer.total < DEALER_STANDS
    ? mean(RANKS, (value) => dealerValue(total, withCard(dealer, value)))
    : ONE_BET * BigInt(betsBack(total, dealer.total)),
)

function mean(
  ranks: readonly CardValue[],
  worthOf: (rank: CardValue) => bigint,
): bigint {
  const sum = ranks.reduce((total, rank) => total + worthOf(rank), 0n)
  const count = BigInt(ranks.length)
  assert(sum % count === 0n, 'a bet is divisible enough')
  return sum / count
}

export function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

function remembered<A extends readonly unknown[]>(
  worthOf: (...key: A) => bigint,
): (...key: A) => bigint {
  const known = new Map<string, bigint>()
  return (...key) => {
    const name = JSON.stringify(key)
    const value = known.get(name) ?? worthOf(...key)
    known.set(name, value)
    return value
  }
}
