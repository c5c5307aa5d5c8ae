import * as z from 'zod/mini'
import type { Draw } from '../../fairness/draws.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { type Coins, coins } from '../../money/coins.ts'
import { type Ratio, roundFairly } from '../../money/fair-rounding.ts'
import { type Card, card } from '../cards.ts'
import {
  type Hand,
  HIGHEST_TOTAL,
  hand,
  handTotal,
  isBlackjack,
} from './blackjack-hand.ts'

/** Hand at the end of the round, with its payout in coins. */
const paidHand = z.strictObject({ ...hand.shape, payout: coinAmount })
type PaidHand = z.infer<typeof paidHand>

const insurance = z.strictObject({ premium: coinAmount, payout: coinAmount })
/** Price and payout of insurance, in coins. */
export type Insurance = z.infer<typeof insurance>

export const blackjackOutcome = z.strictObject({
  /** Total of all hands and insurance. */
  payout: coinAmount,
  result: z.string(),
  hands: z.array(paidHand),
  dealerHand: z.array(card),
  /** Null if not taken. */
  insurance: z.nullable(insurance),
})
export type BlackjackOutcome = z.infer<typeof blackjackOutcome>

/** Inputs of the settlement. */
type Table = {
  staked: Coins
  hands: readonly Hand[]
  dealer: readonly Card[]
  insurance: Insurance | null
}

/**
 * Settles a round whose cards are all drawn.
 *
 * @param draw called only if a blackjack's win ends in half a coin.
 */
export function settleHands(table: Table, draw: () => Draw): BlackjackOutcome {
  const { staked, dealer, insurance } = table
  const hands = table.hands.map((hand) => ({
    ...hand,
    // A dealer's blackjack ends the round before the player's choice.
    state: hand.state === 'playing' ? ('stood' as const) : hand.state,
    payout: handPayout(hand, dealer, draw),
  }))
  const paid = hands.reduce((sum, { payout }) => sum + payout, 0)
  const payout = coins(paid + (insurance?.payout ?? 0))
  const result = resultText(hands, payout - staked)
  return { payout, result, hands, dealerHand: [...dealer], insurance }
}

/** Returns the payout of a blackjack unless the dealer has one too: 3:2, in coins. */
export function getBlackjackPayout(bet: Coins): Ratio {
  return { numerator: 5n * BigInt(bet), denominator: 2n }
}

/**
 * Returns the payout, in bets, of a hand that is neither bust nor a blackjack.
 *
 * @param dealer total, possibly bust.
 */
export function countReturnedBets(total: number, dealer: number): 0 | 1 | 2 {
  if (dealer > HIGHEST_TOTAL || total > dealer) return 2
  return total === dealer ? 1 : 0
}

/** Describes the result of one hand. */
export function handResult(hand: PaidHand): string {
  return resultText([hand], hand.payout - hand.bet)
}

function handPayout(
  { cards, bet, state }: Hand,
  dealer: readonly Card[],
  draw: () => Draw,
): Coins {
  if (state === 'bust') return coins(0)
  if (state !== 'blackjack') {
    const { total } = handTotal(cards)
    return coins(bet * countReturnedBets(total, handTotal(dealer).total))
  }
  return isBlackjack(dealer) ? bet : roundFairly(getBlackjackPayout(bet), draw)
}

function resultText(hands: readonly PaidHand[], net: number): string {
  if (net === 0) return 'Push'
  if (net < 0) {
    return hands.every(({ state }) => state === 'bust') ? 'Bust' : 'Dealer wins'
  }
  const isNatural = hands.some(
    ({ state, payout, bet }) => state === 'blackjack' && payout > bet,
  )
  return `${isNatural ? 'Blackjack! ' : ''}You won ${net} coins`
}
