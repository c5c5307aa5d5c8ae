import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RecordedPart } from './leftover.ts'
import { identifyProcess, type ProcessIdentity } from './process-identity.ts'

export type Watchdog = {
  /** Nothing when it could not be started: then nobody watches. */
  identity: ProcessIdentity | undefined
  /** Tells it which parts to stop once this process is gone. */
  watch: (parts: readonly RecordedPart[]) => void
  release: () => void
}

const PROGRAM = fileURLToPath(import.meta.resolve('./watchdog-process.ts'))

/**
 * Starts a process that outlives this one, should it be killed, and then stops
 * its parts. It leads a session of its own: what ends a terminal or a group of
 * processes does not reach it.
 */
export function startWatchdog(): Watchdog {
  const child = spawn(process.execPath, [PROGRAM], {
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  // Without it everything works, but for the day that this process is killed.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.unref()
  return {
    identity: child.pid === undefined ? undefined : identifyProcess(child.pid),
    watch: (parts) => void child.stdin.write(`${JSON.stringify(parts)}\n`),
    release: () => void child.stdin.end('[]\n'),
  }
}
