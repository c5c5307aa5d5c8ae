import type { SportsBet, SportsRecord } from '../api/sports.ts'
import { profitOf } from '../sports/american-odds.ts'
import { type Grade, gradeOf } from '../sports/grading.ts'

/** Where the figures of a bet's evidence contradict each other. */
export type EvidenceFailure = 'shown' | 'score' | 'payout'

/**
 * Looks for contradictions within the evidence of a sports bet. None proves
 * nothing: price and score stay what the server says they were.
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

/** What the score on record makes of a bet; undefined where it holds none. */
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

/** What a contradiction means, for players and for the command line. */
export const evidenceFailureText: Record<EvidenceFailure, string> = {
  shown: 'The record and the bet in it are not of the same bet or stake.',
  score: 'The score on record makes something else of the bet.',
  payout: 'Price, stake and end of the bet give another payout.',
}
