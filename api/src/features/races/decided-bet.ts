import { DomainError } from '#core/errors.ts'
import { type Coins, coins, MAX_COINS } from '#core/money/coins.ts'
import { dayOfPlay } from '#core/protection/day-of-play.ts'
import type { PlayerLimits } from '#core/protection/player-limits.ts'
import { type RaceBet, raceBetExposure } from '#core/race/race-bet.ts'
import { limitRefusal } from '../limits/limit-refusal.service.ts'
import type { HorsePools } from './horse-pools.ts'
import type { PlayerSnapshot } from './race-bets.store.ts'

/** What a bet is decided from. */
type Standing = {
  snapshot: PlayerSnapshot
  limits: PlayerLimits
  pools: HorsePools
  /** What the house can still promise, in coins. */
  free: number
  /** Epoch milliseconds. */
  nowMs: number
}

/** What an accepted bet comes to, in coins. */
export type Terms = {
  payoutMax: number
  /** By how much the house's worst case grows. */
  held: number
  /** The player's day, in days since the start of 1970. */
  day: number
}

/** @returns the bet's terms, or why neither player nor house can have it. */
export function decideRaceBet(
  { amount, horseId }: RaceBet,
  { free, limits, nowMs, pools, snapshot }: Standing,
): DomainError | Terms {
  const { balance } = snapshot
  const day = dayOfPlay(nowMs, snapshot.day)
  const usage = { nowMs, day, staked: 0 }
  const barred = limitRefusal({ isStart: true, price: amount }, limits, usage)
  if (barred) return barred
  if (amount > balance) return tooPoor(amount, balance)
  const { payout } = raceBetExposure(amount)
  if (payout > MAX_COINS - (balance - amount)) return TOO_RICH
  const held = pools.growth(horseId, payout)
  if (held - amount > free) {
    return houseLimit((stake) => {
      const most = raceBetExposure(stake).payout
      return pools.growth(horseId, most) - stake <= free
    }, amount)
  }
  return { payoutMax: payout, held, day: day.day }
}

function tooPoor(amount: number, balance: number): DomainError {
  return new DomainError(
    'insufficient_coins',
    `This bet takes ${amount} coins and you have ${balance}.`,
    { balance },
  )
}

const TOO_RICH = new DomainError(
  'balance_limit',
  'A win could be more than a balance can hold.',
)

/** Halves its way to the largest stake that the house can cover. */
function houseLimit(
  isCovered: (stake: Coins) => boolean,
  asked: number,
): DomainError {
  let fits = 0
  let exceeds = asked
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2)
    if (isCovered(coins(middle))) fits = middle
    else exceeds = middle
  }
  return new DomainError(
    'house_limit',
    fits > 0
      ? `The house can not cover a win of that size now. The largest bet is ${fits} coins.`
      : 'The house can not cover a win of that size now. It takes no bets on this horse until it has coins again.',
    { largestStake: fits },
  )
}
