import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assert } from '#core/errors.ts'
import type { GameCall } from '#core/games/game-calls.ts'
import type { GameKit } from '#core/games/game-kit.ts'
import { games } from '#core/games/registry.ts'
import { PROJECT_ROOT } from './launch-config.ts'

/** Each game has a folder of its own in it. */
export const GAMES_FOLDER = join(PROJECT_ROOT, 'core/games')

/** @property folder its name in core/games, and in the web's features. */
export type FoundKit = GameKit & { folder: string }

/** The kits of all registered games, in the registry's order. */
export async function gameKits(): Promise<FoundKit[]> {
  const files = globSync('*/game-kit.ts', { cwd: GAMES_FOLDER })
  const found = await Promise.all(files.map((file) => kitIn(dirname(file))))
  return games.map((game) => {
    const kit = found.find((one) => one.game === game)
    const { gameType, rulesVersion } = game
    assert(kit !== undefined, `no kit of ${gameType}, version ${rulesVersion}`)
    return kit
  })
}

async function kitIn(folder: string): Promise<FoundKit> {
  const { gameKit }: { gameKit: GameKit } = await import(
    `#core/games/${folder}/game-kit.ts`
  )
  return { ...gameKit, folder }
}

/** A game whose rounds all end as they start. */
export async function plainKit(): Promise<FoundKit> {
  const plain = (await gameKits()).find(({ game }) => !game.steps)
  assert(plain !== undefined, 'there is a game of one step')
  return plain
}

/** The most requests that one round can take, none of which needs an answer. */
export async function longestBlindRound(): Promise<readonly GameCall[]> {
  const rounds = (await gameKits()).map(({ calls }) => calls.steps?.blind ?? [])
  return rounds.reduce((one, other) =>
    other.length > one.length ? other : one,
  )
}
