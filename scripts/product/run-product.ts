import { LaunchError } from '../cli/launch-error.ts'
import { stopRequest } from '../cli/stop-request.ts'
import type { Supervisor } from '../process/supervisor.ts'
import { withDataDirectory } from './data-directory.ts'
import {
  type LaunchConfig,
  loadSettings,
  toLaunchConfig,
} from './launch-config.ts'

/**
 * Runs the parts until a stop request or a failure, then stops all of them. Sets
 * the exit code.
 */
export async function runProduct(
  startParts: (config: LaunchConfig, supervisor: Supervisor) => Promise<void>,
): Promise<void> {
  const stopping = stopRequest()
  const crashed = untilCrash()
  try {
    loadSettings()
    const config = toLaunchConfig(process.env)
    await withDataDirectory(config, async (supervisor) => {
      const started = startParts(config, supervisor)
      const broken = started.then(() => supervisor.broken)
      await Promise.race([broken, supervisor.broken, stopping, crashed])
      console.log('Stopping ...')
    })
    console.log('Stopped.')
  } catch (error) {
    process.exitCode = 1
    console.error(error instanceof LaunchError ? error.message : error)
  }
}

/** Rejects on an uncaught error, which stops the parts like any failure. */
function untilCrash(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  process.on('uncaughtException', reject)
  return promise
}
