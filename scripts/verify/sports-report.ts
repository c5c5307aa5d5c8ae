import type { SportsRecord } from '#core/api/sports.ts'
import {
  evidenceFailure,
  evidenceFailureText,
} from '#core/schemas/sports-evidence.ts'

/** What the command line says of a sports bet: there is nothing to replay. */
export function sportsReport(record: SportsRecord): string[] {
  const { bet, decisions, game, note, source } = record.gameData
  const failure = evidenceFailure(record)
  return [
    `${record.gameType} ${record.id} on ${bet.game.away_team} at ${bet.game.home_team}, from ${source}`,
    `  bet      ${bet.label}, ${bet.betAmount} at ${bet.odds} of ${bet.bookmaker}, line ${bet.point ?? 'none'}`,
    `  priced   ${bet.acceptedAt}`,
    `  score    ${scoreText(bet.game.scores)}`,
    `  status   ${bet.status}, paid ${bet.payout ?? 'nothing yet'}`,
    `  game     ${game.status} now, decided by ${game.decidedBy ?? 'nobody yet'}`,
    ...decisions.map(
      ({ decidedAt, decision, reason }) =>
        `  decision ${decidedAt} ${decision}: ${reason}`,
    ),
    failure
      ? `CONTRADICTS ITSELF: ${evidenceFailureText[failure]}`
      : `EVIDENCE, NOT PROOF: ${note}`,
  ]
}

function scoreText(scores: SportsRecord['gameData']['game']['scores']): string {
  return scores
    ? `${scores.home_score} (home) to ${scores.away_score} (away)`
    : 'none'
}
