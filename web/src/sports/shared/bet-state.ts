import type { SportsBet } from '#core/api/sports.ts'
import { gradeByScore } from '#core/evidence/verify-sports.ts'

/** How a bet stands, in more words than its status has. */
export type BetState =
  | 'pending'
  /** A live bet that the next prices have not confirmed yet. */
  | 'unconfirmed'
  | 'won'
  | 'lost'
  /** The score met the line. */
  | 'push'
  | 'void'

export const betStateText: Record<BetState, string> = {
  pending: 'Pending',
  unconfirmed: 'To be confirmed',
  won: 'Won',
  lost: 'Lost',
  push: 'Push',
  void: 'Void',
}

export function betState(bet: SportsBet): BetState {
  const { status, confirmed } = bet
  if (status === 'pending') return confirmed ? 'pending' : 'unconfirmed'
  if (status !== 'void') return status
  return gradeByScore(bet) === 'void' ? 'push' : 'void'
}
