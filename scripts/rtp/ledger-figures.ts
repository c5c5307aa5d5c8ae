import { coins } from '#core/money/coins.ts'
import { openLedger } from '../../api/src/ledger/ledger.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import { databaseOn, openPool } from '../../api/src/platform/db/database.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { LaunchError } from '../cli/launch-error.ts'
import type { Measure } from '../cli/measures.ts'
import type { GameKit } from '../game-kits/game-kit.ts'
import { liveRows, raceRows } from './live-rows.ts'
import { racesTally } from './races.ts'
import { talliesOf } from './tallies.ts'

/** Compares a database's rounds and races with their rules. @throws LaunchError before a round is over. */
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
    const tallies = await talliesOf(db, kits)
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
