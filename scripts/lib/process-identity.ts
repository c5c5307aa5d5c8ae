import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A pid alone may be used again by a stranger; with its start it is unique. */
export type ProcessIdentity = { pid: number; startedAt: string }

/** Who runs as `pid` now; nobody when it is gone or only waits to be reaped. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startedAt =
    process.platform === 'linux' ? linuxStart(pid) : psStart(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

export function isRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt
}

/** The command line of a running process; empty when it can't be read. */
export function commandLine(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'command=')
  return readIfThere(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? ''
}

// Field 3 of stat is the state, field 22 the start in ticks since boot; both
// come after the name, which may itself hold spaces and parentheses.
function linuxStart(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields || fields[0] === 'Z') return undefined
  const boot = readIfThere('/proc/sys/kernel/random/boot_id')?.trim()
  return `${boot}/${fields[19]}`
}

function psStart(pid: number): string | undefined {
  return ps(pid, 'lstart=') || undefined
}

function ps(pid: number, column: string): string {
  try {
    const args = ['-o', column, '-p', String(pid)]
    return execFileSync('ps', args, { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
