import { raceLuck } from '#core/race/race-return.ts'
import { together } from '#core/returns/luck.ts'
import { forEachSettledRace } from '../../api/src/features/races/settled-races.service.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { NO_ROUNDS, type Tally } from './live-ledger.ts'

/** All races that were bet on and settled, each as one round of all who bet. */
export async function raceTally(db: Database): Promise<Tally> {
  let tally = NO_ROUNDS
  await forEachSettledRace(db, ({ bets, paid }) => {
    tally = {
      rounds: tally.rounds + 1,
      hits: tally.hits + (paid > 0 ? 1 : 0),
      staked: bets.reduce((sum, { amount }) => sum + amount, tally.staked),
      paid: tally.paid + paid,
      luck: together(tally.luck, raceLuck(bets, paid)),
    }
  })
  return tally
}
