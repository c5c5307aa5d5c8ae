import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../lib/launch-config.ts'
import type { ProcessRunner } from '../lib/managed-process.ts'

const BUILT = join(PROJECT_ROOT, 'web/dist')
const SOURCES = ['web', 'core', 'package-lock.json']

/** The folder of the built web, built anew when its sources changed. */
export async function buildWeb(runner: ProcessRunner): Promise<string> {
  if (isFresh()) {
    console.log('Web       built already')
    return BUILT
  }
  const started = performance.now()
  await runner.run({
    name: 'web-build',
    command: join(PROJECT_ROOT, 'node_modules/.bin/vite'),
    args: ['build', 'web'],
    cwd: PROJECT_ROOT,
    env: { NO_COLOR: '1' },
    stopSignal: 'SIGTERM',
    stopWithinMs: 5000,
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`Web       built in ${seconds} s`)
  return BUILT
}

function isFresh(): boolean {
  const page = join(BUILT, 'index.html')
  if (!existsSync(page)) return false
  const builtAt = statSync(page).mtimeMs
  return SOURCES.every(
    (source) => newestChange(join(PROJECT_ROOT, source)) <= builtAt,
  )
}

// A folder's own time counts: it is how a deleted file shows.
function newestChange(path: string): number {
  const changedAt = statSync(path).mtimeMs
  if (!statSync(path).isDirectory()) return changedAt
  const inside = readdirSync(path).filter((name) => name !== 'dist')
  return Math.max(
    changedAt,
    ...inside.map((name) => newestChange(join(path, name))),
  )
}
