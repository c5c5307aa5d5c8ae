import { LaunchError } from './cli/launch-error.ts'
import { type Measure, report, rounded } from './cli/measures.ts'
import { runCommand } from './cli/run-command.ts'
import type { GameReturn } from './game-kits/game-kit.ts'
import { gameKits } from './game-kits/game-kits.ts'
import { withProductDatabase } from './product/product-database.ts'
import { compareReturns } from './rtp/compare-returns.ts'
import { raceFigures } from './rtp/races.ts'

// npm run rtp [-- --json]: computes each game's exact return by its rules, and
// compares the ledger's rounds with it.
await runCommand(async () => {
  // Comes first since it takes seconds, too long for an open transaction.
  const exact = [...gameKits.map(({ returns }) => returns), raceFigures]
  const rows = exact.flatMap(exactRows)
  report([...rows, ...(await liveFigures())], {
    json: process.argv.includes('--json'),
  })
})

function exactRows({
  name: game,
  exactFigures,
}: Pick<GameReturn, 'name' | 'exactFigures'>): Measure[] {
  return exactFigures().map(({ name, value, unit, expected, within }) => {
    const row = { name: `${game}_${name}`, unit }
    if (within === undefined) {
      return { ...row, value, bar: `${expected}`, ok: value === expected }
    }
    return {
      ...row,
      value: rounded(value, 4),
      bar: `${expected} ± ${within}`,
      ok: Math.abs(value - expected) <= within,
    }
  })
}

/** Returns no rows, and prints why, before a round is over. */
async function liveFigures(): Promise<Measure[]> {
  try {
    return await withProductDatabase(({ DATABASE_URL }) =>
      compareReturns(DATABASE_URL, gameKits),
    )
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    console.log(`No live figures, only the exact ones. ${error.message}`)
    return []
  }
}
