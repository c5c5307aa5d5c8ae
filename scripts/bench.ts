import { parseArgs } from 'node:util'
import { autobetRows } from './bench/autobet.ts'
import { betRows } from './bench/bets.ts'
import { bundleRows } from './bench/bundle.ts'
import { creditRows } from './bench/credit-latency.ts'
import { epochRows } from './bench/epoch-ends.ts'
import { growthRows } from './bench/growth.ts'
import { historyRows } from './bench/history.ts'
import { pageRows } from './bench/pages.ts'
import { processRows } from './bench/processes.ts'
import { raceRows } from './bench/races.ts'
import { startRows } from './bench/start-time.ts'
import { verifyRows } from './bench/verify.ts'
import { LaunchError } from './cli/launch-error.ts'
import { type Measure, report } from './cli/measures.ts'
import { runCommand } from './cli/run-command.ts'
import { onStage, type Stage } from './product/stage.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    /** Share of the players and rows of `epochs`, `history` and `growth`. */
    scale: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
})

type Part = (stage: Stage, scale: number) => Promise<Measure[]>
type Parts = Record<string, Part>

/** Verification first, so that skipped parts are reported before long ones run. */
const PARTS: Parts = {
  verify: verifyRows,
  bundle: bundleRows,
  pages: pageRows,
  start: startRows,
  bets: betRows,
  processes: processRows,
  epochs: epochRows,
  credits: creditRows,
  races: raceRows,
}

/** Measured alone: ten million transactions are written, or 40 minutes played. */
const LONG_PARTS: Parts = {
  history: historyRows,
  growth: growthRows,
  autobet: autobetRows,
}

// npm run bench [-- --only <part>] [--scale <0 to 1>] [--json]: measures speed against bars.
await runCommand(async () => {
  const { only } = values
  const scale = Number(values.scale)
  const all: Parts = { ...PARTS, ...LONG_PARTS }
  if (only !== undefined && !all[only]) {
    throw new LaunchError(`Parts: ${Object.keys(all).join(', ')}`)
  }
  const rows: Measure[] = []
  for (const [part, measure] of Object.entries(only ? all : PARTS)) {
    if (!only || part === only)
      rows.push(...(await onStage((stage) => measure(stage, scale))))
  }
  report(rows, values)
})
