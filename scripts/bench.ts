import { parseArgs } from 'node:util'
import { betRows } from './bench/bets.ts'
import { bundleRows } from './bench/bundle.ts'
import { creditRow } from './bench/credit-latency.ts'
import { pageRows } from './bench/pages/page-rows.ts'
import { raceRows } from './bench/races/race-rows.ts'
import { receiptsRow } from './bench/receipts-cost.ts'
import { startRow } from './bench/start-time.ts'
import { verifyRows } from './bench/verify.ts'
import { LaunchError } from './cli/launch-error.ts'
import { type Measure, report } from './cli/measures.ts'
import { runCommand } from './cli/run-command.ts'
import { onStage, type Stage } from './product/stage.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

/** Verification first, so that skipped parts are reported before long ones run. */
const PARTS: Record<string, () => Promise<Measure[]>> = {
  verify: verifyRows,
  bundle: bundleRows,
  pages: () => staged(pageRows),
  start: async () => [await startRow()],
  bets: () => staged(betRows),
  receipts: () => staged(async (stage) => [await receiptsRow(stage)]),
  credits: () => staged(async (stage) => [await creditRow(stage)]),
  races: () => staged(raceRows),
}

// npm run bench [-- --only <part>] [--json]: measures speed against bars.
await runCommand(async () => {
  const { only } = values
  const parts = Object.keys(PARTS)
  if (only !== undefined && !parts.includes(only)) {
    throw new LaunchError(`Parts: ${parts.join(', ')}`)
  }
  const rows: Measure[] = []
  for (const [part, measure] of Object.entries(PARTS)) {
    if (!only || part === only) rows.push(...(await measure()))
  }
  report(rows, values)
})

async function staged(
  measure: (stage: Stage) => Promise<Measure[]>,
): Promise<Measure[]> {
  const rows: Measure[] = []
  await onStage(async (stage) => {
    rows.push(...(await measure(stage)))
  })
  return rows
}
