import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError } from '../cli/launch-error.ts'
import { stopStrays } from '../process/parts.ts'
import { createSupervisor, type Supervisor } from '../process/supervisor.ts'
import { startWatchdog } from '../process/watchdog.ts'
import { holdsLock, lockData } from './data-lock.ts'

type DataDirectory = { dataDir: string; isBrief?: boolean }

/** Raised when older programs can't read what this one writes. */
const FORMAT = 1
const LOCK_CHECK_MS = 1000

/**
 * Creates the folder of a product's whole state, which is also its backup.
 *
 * @throws LaunchError if a newer program wrote it
 */
export function openDataDirectory(directory: string): void {
  mkdirSync(join(directory, 'logs'), { recursive: true })
  const file = join(directory, 'format')
  if (!existsSync(file)) writeFileSync(file, `${FORMAT}\n`)
  const format = Number(readFileSync(file, 'utf8'))
  if (Number.isInteger(format) && format >= 1 && format <= FORMAT) return
  throw new LaunchError(
    `${directory} has data format ${format}, and this program knows formats up to ${FORMAT}. Update the program, or set DATA_DIR to another folder.`,
  )
}

/** Calls `work` as the only launcher of a data directory; stops all processes after it. */
export async function withDataDirectory<T>(
  { dataDir, isBrief = false }: DataDirectory,
  work: (supervisor: Supervisor) => Promise<T>,
): Promise<T> {
  openDataDirectory(dataDir)
  const { identity, release, watch: onParts } = startWatchdog()
  try {
    const unlock = await lockData(dataDir, { isBrief, watchdog: identity })
    try {
      await stopStrays(dataDir)
      const logDir = join(dataDir, 'logs')
      const supervisor = createSupervisor({ logDir, dataDir, onParts })
      const { stop } = supervisor
      return await whileLocked(dataDir, work(supervisor)).finally(stop)
    } finally {
      unlock()
    }
  } finally {
    release()
  }
}

/** Rejects as soon as the lock is lost. */
async function whileLocked<T>(dataDir: string, work: Promise<T>): Promise<T> {
  const { promise: lost, reject } = Promise.withResolvers<never>()
  const check = () => holdsLock(dataDir) || reject(directoryLost(dataDir))
  const timer = setInterval(check, LOCK_CHECK_MS).unref()
  try {
    return await Promise.race([work, lost])
  } catch (error) {
    throw holdsLock(dataDir) ? error : directoryLost(dataDir)
  } finally {
    clearInterval(timer)
  }
}

function directoryLost(dataDir: string): LaunchError {
  return new LaunchError(
    `${dataDir} or its lock.json was deleted, moved or replaced while it was in use, so everything was stopped. Put it back, or start over with an empty one.`,
  )
}
