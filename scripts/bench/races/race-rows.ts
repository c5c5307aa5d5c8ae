import type { Measure } from '../../lib/measures.ts'
import type { Stage } from '../../lib/stage.ts'
import { raceBetRows } from './burst.ts'
import { openRaceSite } from './race-site.ts'
import { readRows } from './reads.ts'
import { socketRows } from './sockets.ts'

/** Races under load: what is polled, bets in the last seconds, browsers that watch. */
export async function raceRows(stage: Stage): Promise<Measure[]> {
  const site = await openRaceSite(stage)
  try {
    // Thousands have bet by then on what is polled.
    const bets = await raceBetRows(site)
    return [
      ...bets,
      ...(await readRows(stage, site)),
      ...(await socketRows(site)),
    ]
  } finally {
    await site.database.end()
  }
}
