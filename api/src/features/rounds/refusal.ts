import type { DomainError } from '#core/errors.ts'
import type { Bet, Game } from '#core/games/game.ts'
import { balanceRefusal, houseLimitRefusal } from '#core/money/bet-refusal.ts'
import { coins } from '#core/money/coins.ts'
import type { PlannedMove } from './planned-move.ts'

/**
 * What comes before a move in its player batch, should all of that lose or all
 * win.
 */
export type Load = {
  /** The balance before the player batch, in coins. */
  balance: number
  /**
   * What the player batch's moves take, and the most they could bring, in
   * coins.
   */
  staked: number
  gain: number
  /** What the jackpot was when it was last looked at, in coins. */
  pot: number
}

/** The pot goes on growing until a spin that hits it is decided. */
const POT_GROWTH = 2

/** Refusals depend on what was asked, never on an outcome. */
export function refusal(
  planned: PlannedMove,
  { balance, staked, gain, pot }: Load,
): DomainError | undefined {
  const asked = { price: planned.price, payout: mostPaid(planned, pot) }
  return balanceRefusal(asked, { balance, staked, gain })
}

function mostPaid({ round, exposure }: PlannedMove, pot: number): number {
  const jackpot = round.game.jackpot ? POT_GROWTH * pot : 0
  return Math.max(exposure.payout, jackpot)
}

/** @param free what the house can lose at most, in coins. */
export function houseLimit({ round }: PlannedMove, free: number): DomainError {
  return houseLimitRefusal(largestStakeFor(round, free))
}

/** Halves its way to the largest stake whose loss the house can bear. */
function largestStakeFor(
  { game, bet }: { game: Game; bet: Bet },
  free: number,
): number {
  let fits = 0
  let exceeds: number = bet.betAmount
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2)
    const tried = { ...bet, betAmount: coins(middle) }
    if (game.exposure(tried).loss <= free) fits = middle
    else exceeds = middle
  }
  return fits
}
