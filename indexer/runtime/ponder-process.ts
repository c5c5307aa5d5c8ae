import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROJECT_ROOT = resolve(import.meta.dirname, '../..')
const PONDER = fileURLToPath(
  new URL('./bin/ponder.js', import.meta.resolve('ponder')),
)
const EXIT_WITH_PARENT = import.meta.resolve('./exit-with-parent.ts')
// Ponder takes up to 5 s to shut down.
const STOP_WITHIN_MS = 6_000

/** Runs Ponder with these variables in addition to those of this process. */
export function startPonder(env: Record<string, string>) {
  const args = ['start', '--root', 'indexer', '--hostname', '127.0.0.1']
  const log = ['--log-level', 'warn', '--log-format', 'json']
  const child = spawn(
    process.execPath,
    ['--import', EXIT_WITH_PARENT, PONDER, ...args, ...log],
    {
      cwd: PROJECT_ROOT,
      env: { ...process.env, PONDER_TELEMETRY_DISABLED: '1', ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  const exit = once(child, 'exit')
  /** Ends it without a shutdown. */
  const kill = () => void child.kill('SIGKILL')
  return {
    pid: child.pid,
    ended: exit.then(([code, signal]) => ({
      reason: 'ended' as const,
      exit: signal ?? code,
    })),
    kill,
    async stop(): Promise<void> {
      const force = setTimeout(kill, STOP_WITHIN_MS)
      child.kill('SIGTERM')
      await exit
      clearTimeout(force)
    },
  }
}
