import { raceTally } from '#core/race/race-return.ts'
import { joined, NO_ROUNDS, type Tally } from '#core/returns/tally.ts'
import { forEachSettledRace } from '../../api/src/betting/races/settled-races.service.ts'
import type { Database } from '../../api/src/platform/db/database.ts'

/** All races that were bet on and settled, each as one round of all who bet. */
export async function racesTally(db: Database): Promise<Tally> {
  let tally = NO_ROUNDS
  await forEachSettledRace(db, ({ bets, paid }) => {
    tally = joined(tally, raceTally(bets, paid))
  })
  return tally
}
