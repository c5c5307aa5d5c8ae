import {
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { LaunchError } from '../cli/launch-error.ts'
import {
  identity,
  type RecordedPart,
  recordedPart,
  stopLeftovers,
} from '../process/leftover.ts'
import {
  identifyProcess,
  isRunning,
  type ProcessIdentity,
} from '../process/process-identity.ts'
import { waitUntil } from '../process/wait-until.ts'

const lockContent = z.object({
  launcher: identity,
  /** Who stops the parts when the launcher is killed. */
  watchdog: identity.optional(),
  /** A command that ends by itself, and what it started with it. */
  isBrief: z.boolean().default(false),
  parts: z.array(recordedPart),
})

type LockContent = z.infer<typeof lockContent>

export type DataLock = {
  /** Writes down who runs, so that the next start can clean up after a kill. */
  recordParts: (parts: readonly RecordedPart[]) => void
  release: () => void
}

type LockOptions = {
  isBrief?: boolean
  watchdog?: ProcessIdentity | undefined
}

/** A watchdog gives each part its time; longer than all of it together. */
const WATCHDOG_WITHIN_MS = 60_000

/**
 * One launcher at a time works on a data directory. The lock of a launcher
 * that was killed is taken over, and what it left running is stopped first.
 */
export async function lockData(
  directory: string,
  { isBrief = false, watchdog }: LockOptions = {},
): Promise<DataLock> {
  const file = lockFile(directory)
  await clearStaleLock(file)
  const launcher = identifyProcess(process.pid)
  if (!launcher) throw new Error(`process ${process.pid} can't find itself`)
  const draft = `${file}.${process.pid}`
  const write = (parts: readonly RecordedPart[]) =>
    writeFileSync(draft, JSON.stringify({ launcher, watchdog, isBrief, parts }))
  write([])
  try {
    linkSync(draft, file)
  } catch (error) {
    throw isTaken(error) ? cameFirst(file) : error
  } finally {
    rmSync(draft)
  }
  return {
    recordParts: (parts) => {
      write(parts)
      renameSync(draft, file)
    },
    release: () => {
      if (holdsLock(directory)) rmSync(file)
    },
  }
}

/** False once the data directory was deleted, moved or replaced, too. */
export function holdsLock(directory: string): boolean {
  const launcher = launcherAt(lockFile(directory))
  return isDeepStrictEqual(launcher, identifyProcess(process.pid))
}

/** The command that has locked the data directory for a moment, by its pid. */
export function briefLauncher(directory: string): number | undefined {
  const file = lockFile(directory)
  if (!existsSync(file)) return undefined
  const { launcher, isBrief } = readLock(file)
  return isBrief && isRunning(launcher) ? launcher.pid : undefined
}

async function clearStaleLock(file: string): Promise<void> {
  if (!existsSync(file)) return
  const { launcher, watchdog, parts } = readLock(file)
  if (isRunning(launcher)) {
    throw new LaunchError(
      `Already running: process ${launcher.pid} holds ${file}. Stop it first, or set DATA_DIR to start beside it.`,
    )
  }
  console.log(`Taking over from process ${launcher.pid}, which was killed.`)
  if (watchdog) {
    // It is at it; a part must not be asked by two.
    await waitUntil(() => !isRunning(watchdog), WATCHDOG_WITHIN_MS)
  }
  await stopLeftovers(parts)
  // That took a while: the lock may be the one of a faster start by now.
  if (!existsSync(file)) return
  if (!isDeepStrictEqual(readLock(file).launcher, launcher)) {
    throw cameFirst(file)
  }
  rmSync(file)
}

function launcherAt(file: string): ProcessIdentity | undefined {
  try {
    return readLock(file).launcher
  } catch {
    return undefined
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

function cameFirst(file: string): LaunchError {
  return new LaunchError(`Another start came first: it holds ${file}.`)
}

function lockFile(directory: string): string {
  return join(directory, 'lock.json')
}

function readLock(file: string): LockContent {
  try {
    return lockContent.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new LaunchError(
      `${file} is not a lock of this program. If nothing runs here, delete it.`,
    )
  }
}
