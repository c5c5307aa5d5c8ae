import type { GameKit } from '#core/games/game-kit.ts'
import { coins } from '#core/money/coins.ts'
import { roundShares } from '#core/returns/round-shares.ts'
import { openLedger } from '../../api/src/ledger/ledger.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import { databaseOn, openPool } from '../../api/src/platform/db/database.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { LaunchError } from '../lib/launch-error.ts'
import type { Measure } from '../lib/measures.ts'
import { talliesOf } from './live-ledger.ts'
import { liveRows, raceRows } from './live-rows.ts'
import { racesTally } from './race-tally.ts'

/** What a database's ledger says beside what is to be expected of it. @throws LaunchError where no round is over. */
export async function ledgerFigures(
  databaseUrl: string,
  kits: readonly GameKit[],
): Promise<Measure[]> {
  const pool = openPool(databaseUrl, makeLogger('fatal'))
  try {
    const db = databaseOn(pool)
    const { jackpot } = await openLedger({
      db,
      clock: systemClock,
    }).service.totals()
    const tallies = await talliesOf(db, roundShares(kits))
    const races = await racesTally(db)
    if (tallies.size + races.rounds === 0) {
      throw new LaunchError('No round is over yet.')
    }
    const games = liveRows(kits, { tallies, pot: coins(jackpot) })
    return [...games, ...raceRows(races)]
  } finally {
    await pool.end()
  }
}
