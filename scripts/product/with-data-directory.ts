import { join } from 'node:path'
import { LaunchError } from '../cli/launch-error.ts'
import { markedEnvironment, stopStrays } from '../process/strays.ts'
import { createSupervisor, type Supervisor } from '../process/supervisor.ts'
import { startWatchdog, type Watchdog } from '../process/watchdog.ts'
import { openDataDirectory } from './data-directory.ts'
import { type DataLock, holdsLock, lockData } from './data-lock.ts'

type DataDirectory = { dataDir: string; isBrief?: boolean }

const LOCK_CHECK_MS = 1000

/** Calls `work` as the one launcher of a data directory, and leaves no process behind. */
export async function withDataDirectory<T>(
  { dataDir, isBrief = false }: DataDirectory,
  work: (supervisor: Supervisor) => Promise<T>,
): Promise<T> {
  openDataDirectory(dataDir)
  const watchdog = startWatchdog()
  try {
    const { identity } = watchdog
    const lock = await lockData(dataDir, { isBrief, watchdog: identity })
    try {
      await stopStrays(dataDir)
      return await supervised({ dataDir, lock, watchdog }, work)
    } finally {
      lock.release()
    }
  } finally {
    watchdog.release()
  }
}

type Held = { dataDir: string; lock: DataLock; watchdog: Watchdog }

async function supervised<T>(
  { dataDir, lock, watchdog }: Held,
  work: (supervisor: Supervisor) => Promise<T>,
): Promise<T> {
  const supervisor = createSupervisor({
    logDir: join(dataDir, 'logs'),
    env: markedEnvironment(dataDir),
    onParts: (parts) => {
      watchdog.watch(parts)
      lock.recordParts(parts)
    },
  })
  const loss = untilLost(dataDir)
  try {
    return await Promise.race([work(supervisor), loss.lost])
  } catch (error) {
    throw holdsLock(dataDir) ? error : directoryGone(dataDir)
  } finally {
    loss.ignore()
    await supervisor.stop()
  }
}

/** Rejects when the lock is not ours any more. */
function untilLost(dataDir: string) {
  const { promise: lost, reject } = Promise.withResolvers<never>()
  const check = () => holdsLock(dataDir) || reject(directoryGone(dataDir))
  const timer = setInterval(check, LOCK_CHECK_MS).unref()
  return { lost, ignore: () => clearInterval(timer) }
}

function directoryGone(dataDir: string): LaunchError {
  return new LaunchError(
    `${dataDir} or its lock.json was deleted, moved or replaced while it was in use, so everything was stopped. Put it back, or start over with an empty one.`,
  )
}
