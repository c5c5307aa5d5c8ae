import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assert } from '#core/assert.ts'
import type { GameKit } from '#core/games/game-kit.ts'
import { games } from '#core/games/registry.ts'

/** Has a folder for each game. */
export const GAMES_FOLDER = join(import.meta.dirname, '../../../../core/games')

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

async function kitIn(folder: string): Promise<FoundKit> {
  const { gameKit }: { gameKit: GameKit } = await import(
    `#core/games/${folder}/game-kit.ts`
  )
  return { ...gameKit, folder }
}
