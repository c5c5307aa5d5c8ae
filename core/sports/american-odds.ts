import { assert } from '../assert.ts'
import type { Coins } from '../money/coins.ts'

/**
 * American odds: a whole number that is at least 100 from zero. +150 gains 150
 * on a stake of 100; -150 asks 150 for a gain of 100.
 */
export function isPrice(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(Number(value)) >= 100
}

/**
 * What a winning stake gains besides the stake itself, in coins, rounded down
 * to a whole one. No money yet: it may be more than a balance can hold.
 */
export function profitOf(stake: Coins, price: number): number {
  const { numerator, denominator } = ratioOf(price)
  return Number((BigInt(stake) * numerator) / denominator)
}

/** The largest stake that gains no more than so many coins. */
export function largestStakeFor(price: number, profit: number): number {
  if (profit < 0) return 0
  const { numerator, denominator } = ratioOf(price)
  const beyond = (BigInt(Math.floor(profit)) + 1n) * denominator
  return Number((beyond - 1n) / numerator)
}

/** The chance at which a price is fair, above 0 and below 1. */
export function impliedProbability(price: number): number {
  assert(isPrice(price), 'odds are American')
  return price > 0 ? 100 / (price + 100) : -price / (100 - price)
}

/**
 * The longest price that implies at least this chance.
 *
 * @param probability above 0 and below 1.
 */
export function priceImplying(probability: number): number {
  assert(probability > 0 && probability < 1, 'a price is of what can happen')
  if (probability < 0.5) {
    return Math.floor((100 * (1 - probability)) / probability)
  }
  return -Math.ceil((100 * probability) / (1 - probability))
}

/** Gain per coin staked, exactly. */
function ratioOf(price: number): { numerator: bigint; denominator: bigint } {
  assert(isPrice(price), 'odds are American')
  const size = BigInt(Math.abs(price))
  return price > 0
    ? { numerator: size, denominator: 100n }
    : { numerator: 100n, denominator: size }
}
