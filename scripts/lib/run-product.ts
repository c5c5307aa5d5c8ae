import { join } from 'node:path'
import { openDataDirectory } from './data-directory.ts'
import { lockData } from './data-lock.ts'
import { type LaunchConfig, launchConfigOf } from './launch-config.ts'
import { LaunchError } from './launch-error.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Starts the parts and keeps them until somebody stops us or one of them
 * breaks, then leaves nothing behind. Sets the exit code.
 */
export async function runProduct(
  startParts: (config: LaunchConfig, supervisor: Supervisor) => Promise<void>,
): Promise<void> {
  const stopSignal = untilStopSignal()
  try {
    const config = launchConfigOf(process.env)
    const { dataDir } = config
    openDataDirectory(dataDir)
    const lock = await lockData(dataDir)
    const supervisor = createSupervisor({ logDir: join(dataDir, 'logs'), lock })
    const started = startParts(config, supervisor).then(() => supervisor.broken)
    try {
      await Promise.race([started, supervisor.broken, stopSignal])
      console.log('Stopping ...')
    } finally {
      await supervisor.stop()
      lock.release()
    }
    console.log('Stopped.')
  } catch (error) {
    process.exitCode = 1
    console.error(error instanceof LaunchError ? error.message : error)
  }
}

// Later signals change nothing: stopping is under way, each step of it bounded.
function untilStopSignal(): Promise<void> {
  // A closed terminal must not end us before we have stopped the rest.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  return new Promise((resolve) => {
    for (const signal of STOP_SIGNALS) process.on(signal, () => resolve())
  })
}
