import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { atMost, type Measure } from '../cli/measures.ts'
import { orInterrupted } from '../cli/stop-request.ts'
import { bareEnvironment } from '../process/bare-environment.ts'
import { PROJECT_ROOT } from '../product/launch-config.ts'

const GIVEN_UP_AFTER_SECONDS = 120

/** Measures `npm start` in a fresh clone with installed dependencies. */
export async function startRows(): Promise<Measure[]> {
  const clone = freshClone()
  const startedAt = performance.now()
  const product = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: clone,
    env: { ...bareEnvironment(), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(product, 'exit')
  const signal = AbortSignal.timeout(GIVEN_UP_AFTER_SECONDS * 1_000)
  try {
    const lines = createInterface({ input: product.stdout, signal })
    const isReady = await orInterrupted(untilReady(lines))
    const seconds = (performance.now() - startedAt) / 1_000
    const value = isReady ? seconds : GIVEN_UP_AFTER_SECONDS
    return [atMost('start', value, 's', 25)]
  } finally {
    product.kill('SIGTERM')
    await ended
    rmSync(clone, { recursive: true, force: true })
  }
}

/** Returns false if it ended or timed out. */
async function untilReady(lines: Interface): Promise<boolean> {
  for await (const line of lines) if (line.startsWith('Ready: ')) return true
  return false
}

/** Files that a clone does not have, except node_modules. */
const LEFT_OUT = ['.git', '.env', '.data', 'dist', 'artifacts', 'cache']

/** Copies this project as a fresh clone with installed dependencies. */
function freshClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'casino-clone-'))
  // Readable for the user that PostgreSQL runs as.
  chmodSync(folder, 0o711)
  const skipped = new Set([...LEFT_OUT, 'node_modules'])
  cpSync(PROJECT_ROOT, folder, {
    recursive: true,
    filter: (path) => path === PROJECT_ROOT || !skipped.has(basename(path)),
  })
  symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
