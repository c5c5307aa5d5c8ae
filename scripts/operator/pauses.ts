import type { Database } from '../../api/src/platform/db/database.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { namedGame, namedGames } from './named-game.ts'
import { asked, operators } from './operators.ts'

export const PAUSES_USAGE = `npm run operator -- pause <game> [reason]   no round is started any more; open hands go on
npm run operator -- resume <game>       the game is open again: ${namedGames.map(({ path }) => path).join(', ')}`

/** @param args the game, and words of the reason that players see */
export async function pause(
  db: Database,
  args: readonly string[],
): Promise<string> {
  const { game, rest } = namedGame(args)
  const { gameType } = game
  const notice = rest.join(' ').trim() || null
  await operators(db).actions.pause(asked(rest), gameType, notice)
  return `${gameType} is paused in every process within a second.`
}

export async function resume(
  db: Database,
  args: readonly string[],
): Promise<string> {
  const { game, rest } = namedGame(args)
  if (rest.length > 0) throw new LaunchError(PAUSES_USAGE)
  const { gameType } = game
  await operators(db).actions.resume(asked([]), gameType)
  return `${gameType} is open again in every process within a second.`
}
