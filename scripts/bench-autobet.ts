import { autobetRows } from './bench/pages/autobet-rows.ts'
import { report } from './cli/measures.ts'
import { runCommand } from './cli/run-command.ts'
import { onStage } from './product/stage.ts'

// npm run bench:autobet [-- --json]: ten thousand flips by themselves in one
// tab, five a second, which takes some forty minutes.
await runCommand(() =>
  onStage(async (stage) => {
    const rows = await autobetRows(stage)
    report(rows, { json: process.argv.includes('--json') })
  }),
)
