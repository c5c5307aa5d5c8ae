import type { Game } from '#core/games/game.ts'
import { currentGames } from '#core/games/registry.ts'
import { PausesService } from '../../api/src/features/pauses/pauses.service.ts'
import { PausesStore } from '../../api/src/features/pauses/pauses.store.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { LaunchError } from '../lib/launch-error.ts'

export const PAUSES_USAGE = `npm run operator -- pause <game> [reason]   no round is started any more; open hands go on
npm run operator -- resume <game>       the game is open again: ${pathsOf(currentGames)}`

/** @param args the game, and the words of the reason that players are told. */
export async function pause(
  db: Database,
  [path, ...reason]: readonly string[],
): Promise<string> {
  const { gameType } = gameAt(path)
  await serviceOver(db).pause(gameType, reason.join(' ').trim() || null)
  return `${gameType} is paused in every process within a second.`
}

export async function resume(
  db: Database,
  [path, ...rest]: readonly string[],
): Promise<string> {
  if (rest.length > 0) throw new LaunchError(PAUSES_USAGE)
  const { gameType } = gameAt(path)
  if (await serviceOver(db).resume(gameType)) {
    return `${gameType} is open again in every process within a second.`
  }
  throw new LaunchError(`${gameType} was not paused.`)
}

function gameAt(path: string | undefined): Game {
  const game = currentGames.find((one) => one.path === path)
  if (game) return game
  throw new LaunchError(`The games are ${pathsOf(currentGames)}.`)
}

function pathsOf(games: readonly Game[]): string {
  return games.map(({ path }) => path).join(', ')
}

function serviceOver(db: Database): PausesService {
  return new PausesService(new PausesStore(db))
}
