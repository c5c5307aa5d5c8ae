import type * as z from 'zod/mini'
import { assert } from '../assert.ts'

/** Play money: whole coins, 0 to {@link MAX_COINS}. */
export type Coins = number & z.core.$brand<'coins'>

/** The largest balance a player can hold, in coins; the database refuses more. */
export const MAX_COINS = Number.MAX_SAFE_INTEGER

/** Brands a number as money; the only cast to Coins. @throws unless whole and in range. */
export function coins(amount: number): Coins {
  assert(Number.isSafeInteger(amount) && amount >= 0, 'coins are whole')
  return amount as Coins
}

/**
 * Caps a total at {@link MAX_COINS}, beyond which numbers in JSON are not exact.
 */
export function totalCoins(sum: number): Coins {
  return coins(Math.min(sum, MAX_COINS))
}

/** Balance of new players and after a reset, in coins. */
export const STARTING_BALANCE = coins(1_000)

/** Bankroll before the first bet, in coins. */
export const STARTING_BANKROLL = coins(100_000)

/** Initial size of the progressive jackpot, in coins. */
export const JACKPOT_SEED = coins(10_000)
