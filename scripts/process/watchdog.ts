import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Part } from './parts.ts'
import { identifyProcess, type ProcessIdentity } from './system-processes.ts'

export type Watchdog = {
  /** Undefined if it could not be started. */
  identity: ProcessIdentity | undefined
  /** Sets the parts that it stops if this process is killed. */
  watch: (parts: readonly Part[]) => void
  release: () => void
}

const PROGRAM = fileURLToPath(import.meta.resolve('./watchdog-process.ts'))

/**
 * Starts a process that stops the parts of this one if it is killed. It leads
 * its own session, so that no signal to a terminal or process group reaches it.
 */
export function startWatchdog(): Watchdog {
  const child = spawn(process.execPath, [PROGRAM], {
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  // The product works without it.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.unref()
  return {
    identity: child.pid === undefined ? undefined : identifyProcess(child.pid),
    watch: (parts) => void child.stdin.write(`${JSON.stringify(parts)}\n`),
    release: () => void child.stdin.end('[]\n'),
  }
}
