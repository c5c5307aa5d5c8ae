import { parseArgs } from 'node:util'
import { LaunchError } from './cli/launch-error.ts'
import { report } from './cli/measures.ts'
import { runCommand } from './cli/run-command.ts'
import { onEmptyStage } from './product/stage.ts'
import { rehearse } from './rehearsal/rehearse.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    json: { type: 'boolean', default: false },
  },
})

// npm run rehearse [-- --minutes <number>] [--json]: an hour of a pilot, with the
// programs of deploy/cluster, a testnet's nodes, players and operators' work.
await runCommand(async () => {
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new LaunchError('--minutes: a number above 0')
  report(await onEmptyStage((stage) => rehearse(stage, minutes)), values)
})
