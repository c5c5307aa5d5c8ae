import { join } from 'node:path'
import { openDataDirectory } from './data-directory.ts'
import { lockData } from './data-lock.ts'
import {
  type LaunchConfig,
  launchConfigOf,
  loadSettings,
} from './launch-config.ts'
import { LaunchError } from './launch-error.ts'
import { stopRequest } from './stop-request.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'

/**
 * Starts the parts and keeps them until somebody stops us or one of them
 * breaks, then leaves nothing behind. Sets the exit code.
 */
export async function runProduct(
  startParts: (config: LaunchConfig, supervisor: Supervisor) => Promise<void>,
): Promise<void> {
  const stopping = stopRequest()
  try {
    loadSettings()
    const config = launchConfigOf(process.env)
    const { dataDir } = config
    openDataDirectory(dataDir)
    const lock = await lockData(dataDir)
    const supervisor = createSupervisor({ logDir: join(dataDir, 'logs'), lock })
    const started = startParts(config, supervisor).then(() => supervisor.broken)
    try {
      await Promise.race([started, supervisor.broken, stopping])
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
