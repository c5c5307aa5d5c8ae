import type { BlackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'

/** What a result's words mean. */
export function isWin(result: string): boolean {
  return /[Ww]on/.test(result)
}

export function isPush(result: string): boolean {
  return result.includes('Push')
}

/** All that was put in: the bets of all hands, and the premium, in coins. */
export function stakedOn({ hands, insurance }: BlackjackAnswer): number {
  const bets = hands.reduce((sum, { bet }) => sum + bet, 0)
  return bets + (insurance?.premium ?? 0)
}

/** What a finished round brought, less all that was put in, in coins. */
export function netOf(answer: BlackjackAnswer): number {
  return (answer.payout ?? 0) - stakedOn(answer)
}
