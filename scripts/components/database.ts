import { join } from 'node:path'
import { startEmbeddedPostgres } from '../lib/embedded-postgres.ts'
import type { LaunchConfig } from '../lib/launch-config.ts'
import type { ProcessRunner } from '../lib/managed-process.ts'
import type { Secrets } from '../lib/secrets.ts'

/** The database's URL: the configured one, or an embedded PostgreSQL's. */
export async function startDatabase(
  config: LaunchConfig,
  secrets: Secrets,
  runner: ProcessRunner,
): Promise<string> {
  if (config.databaseUrl) {
    console.log('Database  the one of DATABASE_URL')
    return config.databaseUrl
  }
  const directory = join(config.dataDir, 'postgres')
  const { url, port } = await startEmbeddedPostgres(
    { directory, password: secrets.DATABASE_PASSWORD, database: 'casino' },
    runner,
  )
  console.log(`Database  postgres://127.0.0.1:${port}/casino in ${directory}`)
  return url
}
