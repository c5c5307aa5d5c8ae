import { largestStake, requireBalance } from '#core/money/bet-limits.ts'
import type { Coins } from '#core/money/coins.ts'
import { dayOfPlay } from '#core/protection/day-of-play.ts'
import type { PlayerLimits } from '#core/protection/player-limits.ts'
import { type RaceBet, raceBetExposure } from '#core/race/race-bet.ts'
import { Refusal } from '#core/refusals.ts'
import { requireWithinLimits } from '../../players/limits/limits.service.ts'
import type { HorsePools } from './horse-pools.ts'
import type { PlayerSnapshot } from './race-bets.store.ts'

/** Inputs of a decision. */
type Standing = {
  snapshot: PlayerSnapshot
  limits: PlayerLimits
  pools: HorsePools
  /** Coins of the bankroll that are not reserved yet. */
  free: number
  /** Epoch milliseconds. */
  nowMs: number
}

/** An accepted bet, in coins. */
export type Terms = {
  payoutMax: number
  /** Growth of the largest possible loss. */
  held: number
  /** The player's day, in days since the start of 1970. */
  day: number
}

/**
 * Decides a bet's terms.
 *
 * @throws player_limit, insufficient_coins, balance_limit, house_limit
 */
export function decideRaceBet(
  { amount, horseId }: RaceBet,
  { free, limits, nowMs, pools, snapshot }: Standing,
): Terms {
  const { balance } = snapshot
  const day = dayOfPlay(nowMs, snapshot.day)
  const usage = { nowMs, day, staked: 0 }
  requireWithinLimits({ isStart: true, price: amount }, limits, usage)
  const { payout } = raceBetExposure(amount)
  const load = { balance, staked: 0, gain: 0 }
  requireBalance({ price: amount, payout }, load)
  const heldFor = (stake: Coins) =>
    pools.growth(horseId, raceBetExposure(stake).payout)
  const held = heldFor(amount)
  if (held - amount > free) {
    throw new Refusal('house_limit', {
      largestStake: largestStake(amount, (stake) => {
        return heldFor(stake) - stake <= free
      }),
    })
  }
  return { payoutMax: payout, held, day: day.day }
}
