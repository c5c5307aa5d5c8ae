import { DomainError } from '../errors.ts'
import { MAX_COINS } from './coins.ts'

/** What a bet takes at most, and the most it can pay back, in coins. */
type Asked = { price: number; payout: number }

/** A balance, and what else is being decided could take from it or add to it, in coins. */
type Load = { balance: number; staked: number; gain: number }

/** Why a balance can not make a bet: depends on what is asked, never on an outcome. */
export function balanceRefusal(
  { price, payout }: Asked,
  { balance, staked, gain }: Load,
): DomainError | undefined {
  if (price > balance - staked) {
    return new DomainError(
      'insufficient_coins',
      `This bet takes ${price} coins and you have ${balance}.`,
      { balance },
    )
  }
  // In this order no difference that decides is beyond what is exact.
  if (payout - price > MAX_COINS - balance - gain) {
    return new DomainError(
      'balance_limit',
      'A win could be more than a balance can hold.',
    )
  }
  return undefined
}

/** @param largestStake what the house would take, in coins. */
export function houseLimitRefusal(largestStake: number): DomainError {
  return new DomainError(
    'house_limit',
    `The house can not cover a win of that size now. ${largestText(largestStake)}`,
    { largestStake },
  )
}

function largestText(largestStake: number): string {
  return largestStake > 0
    ? `The largest bet is ${largestStake} coins.`
    : 'It takes no bets on this game until it has coins again.'
}
