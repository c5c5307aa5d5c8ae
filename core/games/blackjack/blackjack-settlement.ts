import * as z from 'zod/mini'
import type { Draw } from '../../fairness/draws.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { type Coins, coins } from '../../money/coins.ts'
import { fairRounded, type Ratio } from '../../money/fair-rounding.ts'
import { type Card, card } from '../cards.ts'
import {
  type Hand,
  HIGHEST_TOTAL,
  hand,
  handTotal,
  isBlackjack,
} from './blackjack-hand.ts'

/** A hand at the round's end, with what it pays back in coins. */
const paidHand = z.strictObject({ ...hand.shape, payout: coinAmount })
type PaidHand = z.infer<typeof paidHand>

const insurance = z.strictObject({ premium: coinAmount, payout: coinAmount })
/** What insurance cost and paid back, in coins. */
export type Insurance = z.infer<typeof insurance>

export const blackjackOutcome = z.strictObject({
  /** Of all hands and the insurance together. */
  payout: coinAmount,
  result: z.string(),
  hands: z.array(paidHand),
  dealerHand: z.array(card),
  /** Null where none was taken. */
  insurance: z.nullable(insurance),
})
export type BlackjackOutcome = z.infer<typeof blackjackOutcome>

/** All that decides what is paid. */
type Finish = {
  staked: Coins
  hands: readonly Hand[]
  dealer: readonly Card[]
  insurance: Insurance | null
}

/**
 * What comes of a round once nobody draws another card.
 *
 * @param draw called only when a blackjack's win has half a coin to settle.
 */
export function settlement(finish: Finish, draw: () => Draw): BlackjackOutcome {
  const { staked, dealer, insurance } = finish
  const hands = finish.hands.map((hand) => ({
    ...hand,
    // A dealer's blackjack leaves no more to choose.
    state: hand.state === 'playing' ? ('stood' as const) : hand.state,
    payout: handPayout(hand, dealer, draw),
  }))
  const paid = hands.reduce((sum, { payout }) => sum + payout, 0)
  const payout = coins(paid + (insurance?.payout ?? 0))
  const result = resultText(hands, payout - staked)
  return { payout, result, hands, dealerHand: [...dealer], insurance }
}

/** What a blackjack is worth where the dealer has none: 3:2, in coins. */
export function blackjackWin(bet: Coins): Ratio {
  return { numerator: 5n * BigInt(bet), denominator: 2n }
}

/**
 * How many of its bets a hand gets back that neither is bust nor a blackjack.
 *
 * @param dealer the dealer's total, which may be bust.
 */
export function betsBack(total: number, dealer: number): 0 | 1 | 2 {
  if (dealer > HIGHEST_TOTAL || total > dealer) return 2
  return total === dealer ? 1 : 0
}

/** What came of one hand by itself. */
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
    return coins(bet * betsBack(total, handTotal(dealer).total))
  }
  return isBlackjack(dealer) ? bet : fairRounded(blackjackWin(bet), draw)
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
