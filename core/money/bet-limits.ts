import { Refusal } from '../refusals.ts'
import { type Coins, coins, MAX_COINS } from './coins.ts'

/** Largest price and payout of a bet, in coins. */
type Asked = { price: number; payout: number }

/** A balance, and what else is being decided could take from it or add to it, in coins. */
type Load = { balance: number; staked: number; gain: number }

/**
 * Requires that a balance can make a bet, whatever its outcome.
 *
 * @throws insufficient_coins, balance_limit
 */
export function requireBalance(
  { price, payout }: Asked,
  { balance, staked, gain }: Load,
): void {
  if (price > balance - staked) {
    throw new Refusal('insufficient_coins', { balance, price })
  }
  // In this order no difference that decides is beyond what is exact.
  if (payout - price > MAX_COINS - balance - gain) {
    throw new Refusal('balance_limit')
  }
}

/** Bisects for the largest covered stake below the asked one, in coins. */
export function largestStake(
  asked: number,
  isCovered: (stake: Coins) => boolean,
): number {
  let fits = 0
  let exceeds = asked
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2)
    if (isCovered(coins(middle))) fits = middle
    else exceeds = middle
  }
  return fits
}
