import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { waitUntil } from './wait-until.ts'

/** A pid and its start: the system reuses pids, but not both. */
export type ProcessIdentity = { pid: number; startedAt: string }

type LinuxProcess = {
  pid: number
  group: number
  /** Clock ticks after the boot. */
  startTicks: number
}

const IS_LINUX = process.platform === 'linux'
/** Enough for PostgreSQL, which takes the longest of all parts. */
export const STOP_WITHIN_MS = 20_000
const KILL_WITHIN_MS = 5000
const KB_PER_MB = 1_024

/** Returns undefined for processes that have ended, unreaped ones included. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startedAt = IS_LINUX ? linuxStart(pid) : ps(pid, 'lstart=')
  return startedAt ? { pid, startedAt } : undefined
}

export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  return identifyProcess(pid)?.startedAt === startedAt
}

/** Returns the command line of a process; empty if it can't be read. */
export function commandLine(pid: number): string {
  if (!IS_LINUX) return ps(pid, 'command=')
  return readProc(pid, 'cmdline')?.replaceAll('\0', ' ').trim() ?? ''
}

/**
 * Stops a process group with SIGINT, which has PostgreSQL end its clients, and
 * kills it after `withinMs`. A group that has ended is fine.
 */
export async function stopGroup(
  group: number,
  withinMs = STOP_WITHIN_MS,
): Promise<void> {
  if (!signalGroup(group, 'SIGINT')) return
  const hasEnded = () => !isGroupAlive(group)
  if (await waitUntil(hasEnded, withinMs)) return
  signalGroup(group, 'SIGKILL')
  await waitUntil(hasEnded, KILL_WITHIN_MS)
}

/** Lists all processes, oldest first; empty on systems without /proc. */
export function linuxProcesses(): LinuxProcess[] {
  if (!IS_LINUX) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => linuxProcess(Number(name)) ?? [])
    .toSorted((a, b) => a.startTicks - b.startTicks)
}

/** Returns the resident memory of a process; 0 once it has ended. Linux only. */
export function residentMb(pid: number): number {
  const status = readProc(pid, 'status') ?? ''
  const [, kb = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  return Number(kb) / KB_PER_MB
}

/** Counts the open files and connections of a process. Linux only. */
export function openDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/**
 * Stops a process in place with its children, as a machine that hangs. Linux only.
 *
 * @returns a function that continues them
 */
export function freezeTree(pid: number): () => void {
  // First, so that it starts no more children.
  process.kill(pid, 'SIGSTOP')
  const children = readProc(pid, `task/${pid}/children`)?.match(/\d+/g) ?? []
  const thaws = children.map((child) => freezeTree(Number(child)))
  return () => {
    for (const thaw of thaws) thaw()
    process.kill(pid, 'SIGCONT')
  }
}

/** Reads a file of /proc; undefined if the process has ended. */
export function readProc(pid: number | 'sys', file: string) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

function linuxProcess(pid: number): LinuxProcess | undefined {
  const stat = readProc(pid, 'stat')
  if (stat === undefined) return undefined
  // The second field, the name, may hold spaces and parentheses.
  const [state, , group, ...rest] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
  if (state === 'Z') return undefined
  return { pid, group: Number(group), startTicks: Number(rest[16]) }
}

function linuxStart(pid: number): string | undefined {
  const found = linuxProcess(pid)
  const boot = readProc('sys', 'kernel/random/boot_id')?.trim()
  return found && `${boot}/${found.startTicks}`
}

function ps(pid: number, column: string): string {
  try {
    const args = ['-o', column, '-p', String(pid)]
    return execFileSync('ps', args, { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

// Unreaped processes still take signals, and many containers reap none.
function isGroupAlive(group: number): boolean {
  if (!signalGroup(group, 0)) return false
  return !IS_LINUX || linuxProcesses().some((one) => one.group === group)
}

/** Returns false if no process of the group could take the signal. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}
