import type { SportsBet, SportsRecord } from '../api/sports.ts'
import { getProfit } from '../sports/american-odds.ts'
import { type Grade, gradeSelection } from '../sports/grading.ts'
import { type Claim, checkedClaim, type Verification } from './claim.ts'

/**
 * Checks the evidence of a sports bet for contradictions. Consistent evidence
 * proves nothing, since price and score are the server's claims.
 */
export function verifySports(record: SportsRecord): Verification {
  const { bet } = record.gameData
  const failure = findFailure(record)
  const claims: Claim[] = [
    checkedClaim('bet_identity', failure !== 'identity'),
    {
      about: 'record',
      code: 'bet_score',
      status: failure === 'score' ? 'contradicted' : 'unchecked',
    },
    checkedClaim('bet_payout', failure !== 'payout'),
  ]
  return {
    status: failure ? 'contradicted' : 'unchecked',
    claims,
    failure,
    replayed: undefined,
    verifiedHash: undefined,
    gain:
      bet.payout === null
        ? undefined
        : { staked: record.betAmount, paid: bet.payout },
  }
}

function findFailure({ id, betAmount, gameData: { bet } }: SportsRecord) {
  if (id !== bet.id || betAmount !== bet.betAmount) return 'identity'
  const { status } = bet
  if (status === 'pending') return bet.payout === null ? undefined : 'payout'
  const grade = gradeByScore(bet)
  if (status !== 'void' && grade !== status) return 'score'
  return bet.payout === getPayout(bet, status) ? undefined : 'payout'
}

/** Grades a bet by the score on record; undefined without one. */
export function gradeByScore(bet: SportsBet): Grade | undefined {
  const { market, teamName: name, point, game } = bet
  if (!game.scores) return undefined
  const teams = { homeTeam: game.home_team, awayTeam: game.away_team }
  const { home_score: home, away_score: away } = game.scores
  return gradeSelection({ market, name, point }, teams, { home, away })
}

function getPayout({ betAmount, odds }: SportsBet, status: Grade): number {
  if (status === 'lost') return 0
  return betAmount + (status === 'won' ? getProfit(betAmount, odds) : 0)
}
