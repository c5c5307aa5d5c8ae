import type { Action, Bet, Outcome } from '../games/game.ts'
import type { Coins } from '../money/coins.ts'
import type { Ratio } from '../money/fair-rounding.ts'
import type { Luck } from './luck.ts'

/** A figure that follows from a game's rules, and what it has to be. */
export type ExactFigure = {
  name: string
  value: number
  unit: string
  expected: number
  /** How far off it may be; not at all when left out. */
  within?: number
}

/** A finished round, by what the ledger paid for it. */
export type PaidRound = {
  bet: Bet
  actions: readonly Action[] | null
  outcome: Outcome
  payout: number
}

/** What a game pays back: by its rules, and beside what a ledger says. */
export type GameReturn = {
  /** What the names of its figures begin with, in snake_case. */
  name: string
  /** Computed from all that can be drawn. */
  exactFigures(): ExactFigure[]
  /**
   * What is compared with the ledger: the return, where it is the same however
   * anybody plays, or else luck alone.
   */
  compared: 'return' | 'luck'
  /** Luck of a round that has not hit the jackpot. */
  luckOf(round: PaidRound): Luck
  /** Of a game that may hit the progressive jackpot. */
  jackpot?: JackpotReturn
}

export type JackpotReturn = {
  /** Counted in jackpots, not in coins. */
  luckOf(betAmount: Coins, isHit: boolean): Luck
  /** What each coin staked gets back on average from a pot that stays as it is. */
  returnOf(pot: Coins): number
}

export const OF_THE_STAKE = '% of the stake'

export function percentOf({ numerator, denominator }: Ratio): number {
  return Number((numerator * 10n ** 12n) / denominator) / 1e10
}
