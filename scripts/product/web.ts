import {
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { answersOk, reachableUrl } from '../process/ports.ts'
import type { ProcessRunner } from '../process/supervisor.ts'
import { PROJECT_ROOT } from './launch-config.ts'

const BUILT = join(PROJECT_ROOT, 'web/dist')
const SOURCES = [
  'web/index.html',
  'web/verify.html',
  'web/vite.config.ts',
  'web/build',
  'web/public',
  'web/src',
  'core',
  'package-lock.json',
]

/**
 * Builds the web if its sources changed, and returns its folder. Moves the
 * finished build into place, so that an incomplete one is never served.
 */
export async function buildWeb(runner: ProcessRunner): Promise<string> {
  if (isFresh()) {
    console.log('Web       built already')
    return BUILT
  }
  const startedAt = new Date()
  const draft = join(PROJECT_ROOT, `web/node_modules/.dist-${process.pid}`)
  try {
    await runner.run({
      name: 'web-build',
      command: join(PROJECT_ROOT, 'node_modules/.bin/vite'),
      args: ['build', 'web', '--outDir', draft, '--emptyOutDir'],
      env: { NO_COLOR: '1' },
    })
    replaceBuild(draft, startedAt)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  const seconds = ((Date.now() - startedAt.getTime()) / 1000).toFixed(1)
  console.log(`Web       built in ${seconds} s`)
  return BUILT
}

/** Serves the web from its sources. */
export async function startWebDev(
  { host, port, apiUrl }: { host: string; port: number; apiUrl: string },
  runner: ProcessRunner,
): Promise<void> {
  const url = reachableUrl(host, port)
  await runner.launch({
    name: 'web-dev',
    command: join(PROJECT_ROOT, 'node_modules/.bin/vite'),
    args: ['web', '--host', host, '--port', String(port), '--strictPort'],
    env: { API_URL: apiUrl },
    isReady: () => answersOk(url),
  })
  console.log(`Web       ${url}, reloading as you edit`)
}

function replaceBuild(draft: string, startedAt: Date): void {
  const before = `${draft}-before`
  // Edits during the build may be missing in it.
  utimesSync(join(draft, 'index.html'), startedAt, startedAt)
  if (existsSync(BUILT)) renameSync(BUILT, before)
  renameSync(draft, BUILT)
  rmSync(before, { recursive: true, force: true })
}

function isFresh(): boolean {
  const page = join(BUILT, 'index.html')
  if (!existsSync(page)) return false
  const builtAt = statSync(page).mtimeMs
  return SOURCES.every(
    (source) => newestChange(join(PROJECT_ROOT, source)) <= builtAt,
  )
}

// Folders included, whose time changes when a file is deleted.
function newestChange(path: string): number {
  const changedAt = statSync(path).mtimeMs
  if (!statSync(path).isDirectory()) return changedAt
  return Math.max(
    changedAt,
    ...readdirSync(path).map((name) => newestChange(join(path, name))),
  )
}
