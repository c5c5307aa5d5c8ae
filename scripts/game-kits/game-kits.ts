import { readdirSync } from 'node:fs'
import { games } from '#core/games/registry.ts'
import type { GameCall, GameKit } from './game-kit.ts'

const GAMES = new URL('../../core/games/', import.meta.url)

/** Kits of all games, in the order of the registry; each has its game's folder as name. */
export const gameKits: readonly GameKit[] = await loadKits()

async function loadKits(): Promise<GameKit[]> {
  const folders = readdirSync(GAMES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const kits = await Promise.all(
    folders.map(async (folder) => {
      const { kit }: { kit: GameKit } = await import(
        `../game-kits/${folder}.ts`
      )
      return kit
    }),
  )
  const place = ({ game }: GameKit) => games.indexOf(game)
  return kits.toSorted((one, other) => place(one) - place(other))
}

/** The longest round whose requests don't depend on responses. */
export const longestBlindRound: readonly GameCall[] = gameKits
  .map(({ calls }) => calls.steps?.blind ?? [])
  .reduce((one, other) => (other.length > one.length ? other : one))
