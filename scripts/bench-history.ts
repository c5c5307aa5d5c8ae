import { historyRows } from './bench/history.ts'
import { report } from './cli/measures.ts'
import { runCommand } from './cli/run-command.ts'
import { onStage } from './product/stage.ts'

// npm run bench:history [-- --json]: what bench measures, on a ledger of ten
// million transactions, which takes some minutes to write.
await runCommand(() =>
  onStage(async (stage) => {
    const rows = await historyRows(stage)
    report(rows, { json: process.argv.includes('--json') })
  }),
)
