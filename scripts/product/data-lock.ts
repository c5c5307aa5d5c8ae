import {
  existsSync,
  linkSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { LaunchError } from '../cli/launch-error.ts'
import {
  identifyProcess,
  isRunning,
  type ProcessIdentity,
} from '../process/system-processes.ts'
import { waitUntil } from '../process/wait-until.ts'

const identity = z.object({ pid: z.number(), startedAt: z.string() })

const lockContent = z.object({
  launcher: identity,
  /** Stops the parts if the launcher is killed. */
  watchdog: identity.optional(),
  /** True for commands that end by themselves. */
  isBrief: z.boolean().default(false),
})

type LockOptions = {
  isBrief?: boolean
  watchdog?: ProcessIdentity | undefined
}

/** Longer than a watchdog gives all parts together. */
const WATCHDOG_WITHIN_MS = 120_000

/**
 * Locks a data directory for one launcher, and takes over the lock of a killed
 * one once its watchdog is done.
 *
 * @returns a function that releases the lock
 */
export async function lockData(
  directory: string,
  { isBrief = false, watchdog }: LockOptions = {},
): Promise<() => void> {
  const file = lockFile(directory)
  await clearStaleLock(file)
  const launcher = identifyProcess(process.pid)
  if (!launcher) throw new Error(`process ${process.pid} can't find itself`)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ launcher, watchdog, isBrief }))
  try {
    linkSync(draft, file)
  } catch (error) {
    throw isTaken(error) ? lostRace(file) : error
  } finally {
    rmSync(draft)
  }
  return () => {
    if (holdsLock(directory)) rmSync(file)
  }
}

/** Also false after the data directory was deleted, moved or replaced. */
export function holdsLock(directory: string): boolean {
  try {
    const { launcher } = readLock(lockFile(directory))
    return isDeepStrictEqual(launcher, identifyProcess(process.pid))
  } catch {
    return false
  }
}

/** Returns the pid of the command that has locked the directory briefly. */
export function briefLauncher(directory: string): number | undefined {
  const file = lockFile(directory)
  if (!existsSync(file)) return undefined
  const { launcher, isBrief } = readLock(file)
  return isBrief && isRunning(launcher) ? launcher.pid : undefined
}

async function clearStaleLock(file: string): Promise<void> {
  if (!existsSync(file)) return
  const { launcher, watchdog } = readLock(file)
  if (isRunning(launcher)) {
    throw new LaunchError(
      `Already running: process ${launcher.pid} holds ${file}. Stop it first, or set DATA_DIR to start beside it.`,
    )
  }
  console.log(`Taking over from process ${launcher.pid}, which was killed.`)
  if (watchdog) await waitUntil(() => !isRunning(watchdog), WATCHDOG_WITHIN_MS)
  // A faster start may have replaced it meanwhile.
  if (!existsSync(file)) return
  if (!isDeepStrictEqual(readLock(file).launcher, launcher)) {
    throw lostRace(file)
  }
  rmSync(file)
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

function lostRace(file: string): LaunchError {
  return new LaunchError(`Another start came first: it holds ${file}.`)
}

function lockFile(directory: string): string {
  return join(directory, 'lock.json')
}

function readLock(file: string) {
  try {
    return lockContent.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new LaunchError(
      `${file} is not a lock of this program. If nothing runs here, delete it.`,
    )
  }
}
