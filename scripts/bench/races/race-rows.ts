import type { Measure } from '../../cli/measures.ts'
import type { Stage } from '../../product/stage.ts'
import { openRaceSite, raceBetRows } from './burst.ts'
import { readRows } from './reads.ts'
import { socketRows } from './sockets.ts'

/** Measures races under load: bets in the last seconds, polled reads, sockets. */
export async function raceRows(stage: Stage): Promise<Measure[]> {
  const site = await openRaceSite(stage)
  try {
    // First, so that reads include thousands of bets.
    const bets = await raceBetRows(site)
    const reads = await readRows(stage, site)
    // Memory left by earlier loads would hide that of the sockets.
    await site.api.process.stop()
    site.api = await stage.startApi()
    return [...bets, ...reads, ...(await socketRows(site))]
  } finally {
    await site.database.end()
  }
}
