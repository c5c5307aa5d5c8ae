import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError } from '../cli/launch-error.ts'
import { orInterrupted } from '../cli/stop-request.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { readPostmaster } from '../postgres/stale-postmaster.ts'
import { withDataDirectory } from './data-directory.ts'
import { briefLauncher } from './data-lock.ts'
import {
  type LaunchConfig,
  loadSettings,
  toLaunchConfig,
} from './launch-config.ts'
import { loadSecrets } from './secrets.ts'

/** Settings and secrets of a product, with its database. */
export type ProductEnvironment = NodeJS.ProcessEnv & { DATABASE_URL: string }

/** @throws LaunchError if no database runs */
export function runningProduct(): ProductEnvironment {
  loadSettings()
  const running = findRunning(toLaunchConfig(process.env), process.env)
  if (running) return running
  throw new LaunchError(
    'The database does not run. Start it (npm run database), or set DATABASE_URL.',
  )
}

/**
 * Calls `work` with the environment of the product. Starts the embedded database
 * for it unless one is configured or running.
 */
export async function withProductDatabase<T>(
  work: (env: ProductEnvironment) => Promise<T>,
): Promise<T> {
  loadSettings()
  const config = toLaunchConfig(process.env)
  const running = findRunning(config, process.env)
  if (running) return orInterrupted(work(running))

  const { dataDir } = config
  const directory = join(dataDir, 'postgres')
  if (!existsSync(directory)) {
    throw new LaunchError(
      `There is no database in ${dataDir}. Start the product once (npm start), or set DATABASE_URL.`,
    )
  }
  return withDataDirectory({ dataDir, isBrief: true }, async (supervisor) => {
    const secrets = loadSecrets(dataDir)
    const password = secrets.DATABASE_PASSWORD
    const cluster = { directory, password }
    const { url } = await orInterrupted(
      startEmbeddedPostgres(cluster, supervisor),
    )
    const env = { ...secrets, ...process.env, DATABASE_URL: url }
    return orInterrupted(work(env))
  })
}

type DatabasePlace = Pick<LaunchConfig, 'databaseUrl' | 'dataDir'>

/** Returns the environment of a product whose database runs; `env` takes precedence. */
export function findRunning(
  { databaseUrl, dataDir }: DatabasePlace,
  env: NodeJS.ProcessEnv,
): ProductEnvironment | undefined {
  if (databaseUrl) return { ...env, DATABASE_URL: databaseUrl }
  const directory = join(dataDir, 'postgres')
  if (!existsSync(directory)) return undefined
  const other = briefLauncher(dataDir)
  if (other !== undefined) {
    throw new LaunchError(
      `Another command (process ${other}) works on ${dataDir} and stops the database when it has ended. Try again then.`,
    )
  }
  const secrets = loadSecrets(dataDir)
  const running = readPostmaster(directory)
  if (!running?.isOurs) return undefined
  const url = `postgres://postgres:${secrets.DATABASE_PASSWORD}@127.0.0.1:${running.port}/casino`
  return { ...secrets, ...env, DATABASE_URL: url }
}
