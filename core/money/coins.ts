import type * as z from 'zod/mini'
import { assert } from '../assert.ts'

/** Play money: whole coins, 0 to {@link MAX_COINS}. */
export type Coins = number & z.core.$brand<'coins'>

/** The largest balance a player can hold, in coins; the database refuses more. */
export const MAX_COINS = Number.MAX_SAFE_INTEGER

/** Checks and marks a number as money. The only cast to Coins. */
export function coins(amount: number): Coins {
  assert(Number.isSafeInteger(amount) && amount >= 0, 'coins are whole')
  return amount as Coins
}

/**
 * What many amounts come to. Beyond {@link MAX_COINS} it is told as that: no
 * balance is as large, and a number in JSON is not exact there.
 */
export function totalCoins(sum: number): Coins {
  return coins(Math.min(sum, MAX_COINS))
}

/** What a new player gets and what a reset sets the balance to, in coins. */
export const STARTING_BALANCE = coins(1_000)

/** The house's coins before the first bet. */
export const STARTING_BANKROLL = coins(100_000)

/** What the progressive jackpot starts with, in coins. */
export const JACKPOT_SEED = coins(10_000)
