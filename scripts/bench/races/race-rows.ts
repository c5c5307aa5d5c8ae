import type { Measure } from '../../cli/measures.ts'
import type { Stage } from '../../product/stage.ts'
import { openRaceSite, raceBetRows } from './burst.ts'
import { readRows } from './reads.ts'
import { socketRows } from './sockets.ts'

/** Races under load: what is polled, bets in the last seconds, browsers that watch. */
export async function raceRows(stage: Stage): Promise<Measure[]> {
  const site = await openRaceSite(stage)
  try {
    // Thousands have bet by then on what is polled.
    const bets = await raceBetRows(site)
    const reads = await readRows(stage, site)
    // What loads have left in the old one's heap would hold the sockets.
    await site.api.process.stop()
    site.api = await stage.startApi()
    return [...bets, ...reads, ...(await socketRows(site))]
  } finally {
    await site.database.end()
  }
}
