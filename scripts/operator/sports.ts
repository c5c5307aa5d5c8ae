import type { Database } from '../../api/src/platform/db/database.ts'
import { asked, operators } from './operators.ts'
import { sportsRequest } from './sports-request.ts'

/** Sets the result of a game. The API settles its bets, also settled ones. */
export async function sports(
  db: Database,
  args: readonly string[],
): Promise<string> {
  const { gameId, reason, score } = sportsRequest(args)
  const { actions } = operators(db)
  const { homeTeam, awayTeam } = await (score
    ? actions.correctScore(asked([reason]), gameId, score)
    : actions.voidGame(asked([reason]), gameId))
  const word = score ? `ended ${score.home} to ${score.away}` : 'is void'
  return `${awayTeam} at ${homeTeam} ${word}. A running API settles its bets within seconds.`
}
