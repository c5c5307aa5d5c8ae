import { bundleRows } from './bench/bundle.ts'
import { creditRow } from './bench/credit-latency.ts'
import { betRows } from './bench/rows.ts'
import { startRow } from './bench/start-time.ts'
import { verifyRows } from './bench/verify-browser.ts'
import { report } from './lib/measures.ts'
import { runCommand } from './lib/run-command.ts'
import { onStage } from './lib/stage.ts'

// npm run bench [-- --json]: the figures that have to hold, measured here and now.
await runCommand(async () => {
  // First, so that what is left out is said before anything takes its time.
  const rows = await verifyRows()
  rows.push(...(await bundleRows()), await startRow())
  await onStage(async (stage) => {
    rows.push(...(await betRows(stage)))
  })
  await onStage(async (stage) => {
    rows.push(await creditRow(stage))
  })
  report(rows, { json: process.argv.includes('--json') })
})
