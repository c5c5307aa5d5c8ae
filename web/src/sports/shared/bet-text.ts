import type { SportsBet } from '#core/api/sports.ts'
import { gradeByScore } from '#core/evidence/verify-sports.ts'
import type { MarketKey } from '#core/sports/game.ts'

export const MARKET_NAMES: Record<MarketKey, string> = {
  h2h: 'Moneyline',
  spreads: 'Spread',
  totals: 'Total',
}

export const betStateText = {
  pending: 'Pending',
  /** A live bet, until the next prices confirm it. */
  unconfirmed: 'To be confirmed',
  won: 'Won',
  lost: 'Lost',
  /** The score met the line. */
  push: 'Push',
  void: 'Void',
} as const

/** State of a bet, in more detail than its status. */
export type BetState = keyof typeof betStateText

export function betState(bet: SportsBet): BetState {
  const { status, confirmed } = bet
  if (status === 'pending') return confirmed ? 'pending' : 'unconfirmed'
  if (status !== 'void') return status
  return gradeByScore(bet) === 'void' ? 'push' : 'void'
}
