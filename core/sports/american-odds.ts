import { assert } from '../assert.ts'
import type { Coins } from '../money/coins.ts'

/**
 * True for American odds: a whole number of at least 100, or at most -100. +150
 * wins 150 on a stake of 100; -150 requires 150 to win 100.
 */
export function isPrice(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(Number(value)) >= 100
}

/**
 * Returns the profit of a winning stake, rounded down to coins. A plain number,
 * since it may exceed the largest balance.
 */
export function getProfit(stake: Coins, price: number): number {
  const { numerator, denominator } = toRatio(price)
  return Number((BigInt(stake) * numerator) / denominator)
}

/** Returns the largest stake whose profit is at most the given one, in coins. */
export function getLargestStake(price: number, profit: number): number {
  if (profit < 0) return 0
  const { numerator, denominator } = toRatio(price)
  const beyond = (BigInt(Math.floor(profit)) + 1n) * denominator
  return Number((beyond - 1n) / numerator)
}

/** Returns the probability at which a price is fair, above 0 and below 1. */
export function impliedProbability(price: number): number {
  assert(isPrice(price), 'odds are American')
  return price > 0 ? 100 / (price + 100) : -price / (100 - price)
}

/**
 * Returns the longest price that implies at least this probability.
 *
 * @param probability above 0 and below 1.
 */
export function priceImplying(probability: number): number {
  assert(
    probability > 0 && probability < 1,
    'a probability is above 0 and below 1',
  )
  if (probability < 0.5) {
    return Math.floor((100 * (1 - probability)) / probability)
  }
  return -Math.ceil((100 * probability) / (1 - probability))
}

/** Returns the exact profit per coin staked. */
function toRatio(price: number): { numerator: bigint; denominator: bigint } {
  assert(isPrice(price), 'odds are American')
  const size = BigInt(Math.abs(price))
  return price > 0
    ? { numerator: size, denominator: 100n }
    : { numerator: 100n, denominator: size }
}
