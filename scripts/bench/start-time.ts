import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bareEnvironment } from '../lib/bare-environment.ts'
import { PROJECT_ROOT } from '../lib/launch-config.ts'
import { type Measure, rounded } from '../lib/measures.ts'
import { orInterrupted } from '../lib/stop-request.ts'

const BAR_SECONDS = 25

/** How long `npm start` takes on a fresh data folder, dependencies installed. */
export async function startRow(): Promise<Measure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'casino-start-'))
  const startedAt = performance.now()
  const product = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: PROJECT_ROOT,
    env: { ...bareEnvironment(), PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(product, 'exit')
  let seconds = Number.POSITIVE_INFINITY
  for await (const line of createInterface(product.stdout)) {
    if (line.startsWith('Ready: ')) {
      seconds = rounded((performance.now() - startedAt) / 1_000)
      product.kill('SIGTERM')
    }
  }
  await ended
  rmSync(dataDir, { recursive: true, force: true })
  return {
    name: 'start',
    value: seconds,
    unit: 's',
    bar: `at most ${BAR_SECONDS}`,
    ok: seconds <= BAR_SECONDS,
  }
}
