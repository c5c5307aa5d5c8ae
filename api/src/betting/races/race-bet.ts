import { largestStake, requireBalance } from '#core/money/balance-limits.ts'
import type { Coins } from '#core/money/coins.ts'
import { type DayOfPlay, dayOfPlay } from '#core/protection/day-of-play.ts'
import type { PlayerLimits } from '#core/protection/player-limits.ts'
import type { HorseId } from '#core/race/horses.ts'
import { type RaceBet, raceBetExposure } from '#core/race/race-bet.ts'
import { Refusal } from '#core/refusals.ts'
import type { RepeatableRequest } from '../../platform/http/idempotency.ts'
import { requireWithinLimits } from '../../players/limits/limits.service.ts'
import { type MoveAnswer, Pending } from '../engine/moves.ts'

export type RaceBetRequest = {
  userId: string
  bet: RaceBet
  request: RepeatableRequest | undefined
}

export class PendingRaceBet extends Pending<MoveAnswer> {
  readonly bet: RaceBet
  /** True after a commit without a result. */
  isUnconfirmed = false

  constructor(asked: RaceBetRequest, placedAtMs: number) {
    // Alone, because the guard allows one bet per player and batch.
    super(asked, placedAtMs, true)
    this.bet = asked.bet
  }
}

/** Inputs of a player's decision. */
type RacePlayer = {
  userId: string
  balance: number
  nonce: number
  snapshotVersion: number
  day: DayOfPlay
}

/** An accepted bet, in coins. */
export type DecidedRaceBet = {
  pending: PendingRaceBet
  player: RacePlayer
  payoutMax: number
  /** Growth of the race's reserved payout. */
  reserved: number
  /** Days since the start of 1970. */
  day: number
}

/** Total payout for each winner, in the horses' order and in coins. */
export type HorsePools = readonly number[]

/** @throws player_limit, insufficient_coins, balance_limit, house_limit */
export function decideRaceBet(
  pending: PendingRaceBet,
  {
    player,
    limits,
    pools,
    free,
    nowMs,
  }: {
    player: RacePlayer
    limits: PlayerLimits
    pools: HorsePools
    /** Coins of the bankroll that are not reserved. */
    free: number
    nowMs: number
  },
): DecidedRaceBet {
  const { amount, horseId } = pending.bet
  const { balance } = player
  const day = dayOfPlay(nowMs, player.day)
  const usage = { nowMs, day, staked: 0 }
  requireWithinLimits({ isStart: true, price: amount }, limits, usage)
  const { payout } = raceBetExposure(amount)
  const load = { balance, staked: 0, gain: 0 }
  requireBalance({ price: amount, payout }, load)
  const worst = Math.max(...pools)
  const reservedFor = (stake: Coins) =>
    Math.max(
      0,
      (pools[horseId - 1] ?? 0) + raceBetExposure(stake).payout - worst,
    )
  const reserved = reservedFor(amount)
  if (reserved - amount > free) {
    throw new Refusal('house_limit', {
      largestStake: largestStake(amount, (stake) => {
        return reservedFor(stake) - stake <= free
      }),
    })
  }
  return { pending, player, payoutMax: payout, reserved, day: day.day }
}

export function withPayout(
  pools: HorsePools,
  horse: HorseId,
  payout: number,
): HorsePools {
  return pools.map((pool, at) => (at === horse - 1 ? pool + payout : pool))
}
