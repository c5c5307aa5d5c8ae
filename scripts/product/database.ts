import { join } from 'node:path'
import { queryFailure } from '../postgres/database-damage.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import type { ProcessRunner } from '../process/supervisor.ts'
import { holdsLock } from './data-lock.ts'
import type { LaunchConfig } from './launch-config.ts'
import { readLedgerSummary } from './ledger-summary.ts'
import type { Secrets } from './secrets.ts'
import { requireLedger, writeStopNote } from './stop-note.ts'

/** Returns the URL of the configured database, or starts the embedded one. */
export async function startDatabase(
  { databaseUrl, dataDir }: LaunchConfig,
  secrets: Secrets,
  runner: ProcessRunner,
): Promise<string> {
  if (databaseUrl) {
    console.log('Database  configured by DATABASE_URL')
    return databaseUrl
  }
  const directory = join(dataDir, 'postgres')
  const { url, port, server } = await startEmbeddedPostgres(
    { directory, password: secrets.DATABASE_PASSWORD },
    runner,
  )
  const { logFile } = server
  const figures = await readLedgerSummary(url).catch((error: unknown) => {
    throw queryFailure(error, { directory, logFile })
  })
  requireLedger(dataDir, figures)
  runner.atStop(async () => {
    // After a crash of the database the previous note stays.
    const figures = await readLedgerSummary(url).catch(() => undefined)
    // Another start may own the directory now.
    if (figures && holdsLock(dataDir)) writeStopNote(dataDir, figures)
  })
  console.log(`Database  postgres://127.0.0.1:${port}/casino in ${directory}`)
  return url
}
