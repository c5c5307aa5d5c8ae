import type { BlackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'

/** What a result's words mean. */
export function isWin(result: string): boolean {
  return /[Ww]on/.test(result)
}

export function isPush(result: string): boolean {
  return result.includes('Push')
}

/** What a finished round brought, less all that was put in, in coins. */
export function netOf({ payout, hands, insurance }: BlackjackAnswer): number {
  const bets = hands.reduce((sum, { bet }) => sum + bet, 0)
  return (payout ?? 0) - bets - (insurance?.premium ?? 0)
}
