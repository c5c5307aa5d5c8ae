import { type Drawings, DrawingsContext } from '../domain/records/drawings.ts'
import { VerifyPage } from '../features/verify/verify-page.tsx'
import { lazyOrNothing } from '../lib/lazy-or-nothing.ts'
import { gamePages } from './game-pages.ts'
import type { GamePage } from './page.ts'

const games: readonly GamePage[] = gamePages

/** Each is fetched with the first record that needs it; a proof counts without it, too. */
const drawings: Drawings = {
  rounds: Object.fromEntries(
    games.map(({ gameType, drawing }) => [gameType, lazyOrNothing(drawing)]),
  ),
  race: lazyOrNothing(
    async () =>
      (await import('../features/races/race-drawing.tsx')).RaceDrawing,
  ),
}

/** /verify/:id, where each game draws its own rounds. */
export function RecordPage() {
  return (
    <DrawingsContext value={drawings}>
      <VerifyPage />
    </DrawingsContext>
  )
}
