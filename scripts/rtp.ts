import { coins } from '#core/money/coins.ts'
import { type SpinCensus, spinCensus } from '#core/returns/slots-return.ts'
import { LedgerStore } from '../api/src/features/ledger/ledger.store.ts'
import { databaseOn, openPool } from '../api/src/platform/db/database.ts'
import { makeLogger } from '../api/src/platform/logger.ts'
import { LaunchError } from './lib/launch-error.ts'
import { type Measure, report } from './lib/measures.ts'
import { withProductDatabase } from './lib/product-database.ts'
import { runCommand } from './lib/run-command.ts'
import { exactRows } from './rtp/exact-rows.ts'
import { talliesOf } from './rtp/live-ledger.ts'
import { liveRows } from './rtp/live-rows.ts'
import { roundShares } from './rtp/round-shares.ts'

// npm run rtp [-- --json]: what each game pays back by its rules, exactly, and
// whether the house's rounds so far are what honest draws bring.
await runCommand(async () => {
  const census = spinCensus()
  const live = await liveFigures(census)
  const rows = [...exactRows(census), ...live]
  report(rows, { json: process.argv.includes('--json') })
})

/** Nothing, and why, where there is no ledger to read. */
async function liveFigures(census: SpinCensus): Promise<Measure[]> {
  try {
    return await withProductDatabase(({ DATABASE_URL }) =>
      ledgerFigures(DATABASE_URL, census),
    )
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    console.log(`No live figures, only the exact ones. ${error.message}`)
    return []
  }
}

async function ledgerFigures(
  databaseUrl: string,
  census: SpinCensus,
): Promise<Measure[]> {
  const pool = openPool(databaseUrl, makeLogger('fatal'))
  try {
    const db = databaseOn(pool)
    const { jackpot } = await new LedgerStore(db).totals()
    const tallies = await talliesOf(db, roundShares(census))
    return liveRows(tallies, coins(jackpot))
  } finally {
    await pool.end()
  }
}
