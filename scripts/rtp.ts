import type { GameKit } from '#core/games/game-kit.ts'
import { raceFigures } from '#core/race/race-return.ts'
import { gameKits } from './lib/game-kits.ts'
import { LaunchError } from './lib/launch-error.ts'
import { type Measure, report } from './lib/measures.ts'
import { withProductDatabase } from './lib/product-database.ts'
import { runCommand } from './lib/run-command.ts'
import { exactRows } from './rtp/exact-rows.ts'
import { ledgerFigures } from './rtp/ledger-figures.ts'

// npm run rtp [-- --json]: what each game pays back by its rules, exactly, and
// whether the house's rounds so far are what honest draws bring.
await runCommand(async () => {
  const kits = await gameKits()
  // Counted first, for seconds: no transaction of the ledger may wait so long.
  const exact = exactRows([...kits, { returns: raceFigures }])
  const live = await liveFigures(kits)
  report([...exact, ...live], { json: process.argv.includes('--json') })
})

/** Nothing, and why, where there are no rounds to tell of. */
async function liveFigures(kits: readonly GameKit[]): Promise<Measure[]> {
  try {
    return await withProductDatabase(({ DATABASE_URL }) =>
      ledgerFigures(DATABASE_URL, kits),
    )
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    console.log(`No live figures, only the exact ones. ${error.message}`)
    return []
  }
}
