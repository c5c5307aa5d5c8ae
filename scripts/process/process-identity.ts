import { execFileSync } from 'node:child_process'
import { procStat, readIfThere } from './proc-stat.ts'

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

function linuxStart(pid: number): string | undefined {
  const ticks = procStat(pid)?.startTicks
  const boot = readIfThere('/proc/sys/kernel/random/boot_id')?.trim()
  return ticks === undefined ? undefined : `${boot}/${ticks}`
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
