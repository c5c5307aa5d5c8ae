import { Refusal } from '../refusals.ts'
import { SMALLEST_BET } from './bet-limits.ts'
import { type Coins, coins, MAX_COINS } from './coins.ts'

/** Largest price and payout of a bet, in coins. */
type BetTerms = { price: number; payout: number }

/** Balance with the possible stakes and gains of other undecided bets, in coins. */
type BalanceLoad = { balance: number; maxLoss: number; maxGain: number }

/**
 * Requires that a balance can make a bet, whatever its outcome.
 *
 * @throws insufficient_coins, balance_limit
 */
export function requireBalance(
  { price, payout }: BetTerms,
  { balance, maxLoss, maxGain }: BalanceLoad,
): void {
  if (price > balance - maxLoss) {
    throw new Refusal('insufficient_coins', { balance, price })
  }
  // Subtracting in this order keeps both sides exact.
  if (payout - price > MAX_COINS - balance - maxGain) {
    throw new Refusal('balance_limit')
  }
}

/** Finds the largest covered stake below the requested one, by bisection. */
export function largestStake(
  requested: number,
  isCovered: (stake: Coins) => boolean,
): number {
  let fits = 0
  let exceeds = requested
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2)
    if (isCovered(coins(middle))) fits = middle
    else exceeds = middle
  }
  return fits < SMALLEST_BET ? 0 : fits
}
