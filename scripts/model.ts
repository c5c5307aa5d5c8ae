import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LaunchError } from './cli/launch-error.ts'
import { runCommand } from './cli/run-command.ts'
import { PROJECT_ROOT } from './product/launch-config.ts'

const USAGE = 'npm run model -- [--runs <number>] [--seed <text>]'

const VITEST = [
  'run',
  'deposit-model',
  '--project=system',
  '--bail=1',
  '--reporter=minimal',
  '--disable-console-intercept',
]

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '520' },
    seed: { type: 'string', default: randomUUID().slice(0, 8) },
  },
})

// npm run model: compares deposits with their model in random runs. Prints a
// line after each, so that a series stopped early shows its results so far, and
// stops at the first failure. npm run test:ops:long plays a few runs.
await runCommand(async () => {
  const { runs, seed } = values
  if (!/^[1-9]\d{0,5}$/.test(runs)) throw new LaunchError(USAGE)
  const child = spawn(join(PROJECT_ROOT, 'node_modules/.bin/vitest'), VITEST, {
    cwd: PROJECT_ROOT,
    env: { ...process.env, MODEL_RUNS: runs, MODEL_SERIES: seed },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'close')
  process.exitCode = code ?? 1
})
