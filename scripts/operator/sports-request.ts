import type { Score } from '#core/sports/game.ts'
import { LaunchError } from '../cli/launch-error.ts'

export const SPORTS_USAGE = `npm run operator -- sports void <game> <reason>
                                        gives all stakes on a game back
npm run operator -- sports correct <game> <home>-<away> <reason>
                                        settles its bets by another final score`

/** A final score, or none for a void game. */
type SportsRequest = {
  gameId: string
  reason: string
  score: Score | undefined
}

const SCORE = /^(\d{1,3})-(\d{1,3})$/

/** @throws LaunchError with the usage for invalid arguments */
export function sportsRequest(args: readonly string[]): SportsRequest {
  const [command, gameId, ...rest] = args
  const isCorrection = command === 'correct'
  const score = isCorrection ? scoreIn(rest.shift()) : undefined
  const reason = rest.join(' ').trim()
  const isKnown = command === 'void' || (isCorrection && score)
  if (!isKnown || !gameId || !reason) throw new LaunchError(SPORTS_USAGE)
  return { gameId, reason, score }
}

/** Refuses ties, which basketball does not have. */
function scoreIn(text = ''): Score | undefined {
  const [, home, away] = SCORE.exec(text) ?? []
  if (!home || !away || Number(home) === Number(away)) return undefined
  return { home: Number(home), away: Number(away) }
}
