import type { SportsBet, SportsRecord } from '../api/sports.ts'
import { profitOf } from '../sports/american-odds.ts'
import { type Grade, gradeOf } from '../sports/grading.ts'

/** Contradiction within a bet's evidence. */
export type EvidenceFailure = 'shown' | 'score' | 'payout'

/**
 * Checks the evidence of a sports bet for contradictions. Consistent evidence
 * proves nothing, since price and score are the server's claims.
 */
export function evidenceFailure(
  record: SportsRecord,
): EvidenceFailure | undefined {
  const { bet } = record.gameData
  if (record.id !== bet.id || record.betAmount !== bet.betAmount) return 'shown'
  const { status } = bet
  if (status === 'pending') return bet.payout === null ? undefined : 'payout'
  const grade = gradeByScore(bet)
  if (status !== 'void' && grade !== status) return 'score'
  return bet.payout === payoutOf(bet, status) ? undefined : 'payout'
}

/** Grades a bet by the score on record; undefined without one. */
export function gradeByScore(bet: SportsBet): Grade | undefined {
  const { market, teamName: name, point, game } = bet
  if (!game.scores) return undefined
  const teams = { homeTeam: game.home_team, awayTeam: game.away_team }
  const { home_score: home, away_score: away } = game.scores
  return gradeOf({ market, name, point }, teams, { home, away })
}

function payoutOf({ betAmount, odds }: SportsBet, status: Grade): number {
  if (status === 'lost') return 0
  return betAmount + (status === 'won' ? profitOf(betAmount, odds) : 0)
}

/** Explanations for players and the command line. */
export const evidenceFailureText: Record<EvidenceFailure, string> = {
  shown: 'The record and the bet in it are not of the same bet or stake.',
  score: 'The score on record makes something else of the bet.',
  payout: 'Price, stake and end of the bet give another payout.',
}
