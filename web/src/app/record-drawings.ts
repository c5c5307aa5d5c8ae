/// <reference types="vite/client" />
import { games } from '#core/games/registry.ts'
import { lazyOptional } from '../lib/lazy-load.ts'
import type { Drawings, RoundDrawing } from '../proof/records/drawings.tsx'

/** Found by file name, not through the games' pages, which verify.html leaves out. */
const files = import.meta.glob<{ Drawing: RoundDrawing }>(
  '../games/*/*-drawing.tsx',
)

/**
 * Drawings of records. Each is fetched with the first record that needs it; the
 * drawing of 'Coin Flip' is `coin-flip-drawing.tsx` in the game's folder.
 */
export const recordDrawings: Drawings = {
  rounds: Object.fromEntries(
    games.flatMap(({ gameType }) => {
      const name = gameType.toLowerCase().replaceAll(' ', '-')
      const path = Object.keys(files).find((file) =>
        file.endsWith(`/${name}-drawing.tsx`),
      )
      const load = path && files[path]
      return load
        ? [[gameType, lazyOptional(async () => (await load()).Drawing)]]
        : []
    }),
  ),
  race: lazyOptional(
    async () => (await import('../races/race-drawing.tsx')).RaceDrawing,
  ),
}
