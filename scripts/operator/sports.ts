import { hostname, userInfo } from 'node:os'
import { DomainError } from '#core/errors.ts'
import { decisionsOver } from '../../api/src/features/sports/sports.feature.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { LaunchError } from '../lib/launch-error.ts'
import { sportsRequest } from './sports-request.ts'

/** Decides how a game ended. The API settles its bets by it, also settled ones. */
export async function sports(
  db: Database,
  args: readonly string[],
): Promise<string> {
  const { gameId, reason, score } = sportsRequest(args)
  const decisions = decisionsOver(db, systemClock)
  const decidedBy = `${userInfo().username}@${hostname()}`
  const grounds = { reason, decidedBy }
  try {
    const { homeTeam, awayTeam } = score
      ? await decisions.correctScore(gameId, { ...grounds, score })
      : await decisions.voidGame(gameId, grounds)
    const word = score ? `ended ${score.home} to ${score.away}` : 'is void'
    return `${awayTeam} at ${homeTeam} ${word}. A running API settles its bets within seconds.`
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new LaunchError(error.message)
  }
}
