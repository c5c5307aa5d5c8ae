import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assert } from '#core/assert.ts'
import type { GameCall, GameKit } from '#core/games/game-kit.ts'
import { games } from '#core/games/registry.ts'

/** Has a folder for each game. */
export const GAMES_FOLDER = join(import.meta.dirname, '../../core/games')

/** @property folder name in core/games. */
export type FoundKit = GameKit & { folder: string }

/** Loads the kits of all registered games; blocks for a quarter of a second. */
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

/** Returns a game of one step. */
export async function plainKit(): Promise<FoundKit> {
  const plain = (await gameKits()).find(({ game }) => !game.steps)
  assert(plain !== undefined, 'there is a game of one step')
  return plain
}

/** Returns the longest round whose requests don't depend on responses. */
export async function longestBlindRound(): Promise<readonly GameCall[]> {
  const rounds = (await gameKits()).map(({ calls }) => calls.steps?.blind ?? [])
  return rounds.reduce((one, other) =>
    other.length > one.length ? other : one,
  )
}

async function kitIn(folder: string): Promise<FoundKit> {
  const { gameKit }: { gameKit: GameKit } = await import(
    `#core/games/${folder}/game-kit.ts`
  )
  return { ...gameKit, folder }
}
