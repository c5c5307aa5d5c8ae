import { join } from 'node:path'
import { LaunchError } from '../cli/launch-error.ts'
import { queryFailure } from '../postgres/database-damage.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import type { ProcessRunner } from '../process/managed-process.ts'
import { holdsLock } from './data-lock.ts'
import type { LaunchConfig } from './launch-config.ts'
import { type LedgerFigures, ledgerFigures } from './ledger-figures.ts'
import type { Secrets } from './secrets.ts'
import {
  contradictions,
  readStopNote,
  type StopNote,
  stopNoteFile,
  writeStopNote,
} from './stop-note.ts'

/** Returns the URL of the configured database, or starts the embedded one. */
export async function startDatabase(
  config: LaunchConfig,
  secrets: Secrets,
  runner: ProcessRunner,
): Promise<string> {
  if (config.databaseUrl) {
    console.log('Database  the one of DATABASE_URL')
    return config.databaseUrl
  }
  const { dataDir } = config
  const directory = join(dataDir, 'postgres')
  const { url, port, server } = await startEmbeddedPostgres(
    { directory, password: secrets.DATABASE_PASSWORD, database: 'casino' },
    runner,
  )
  const { logFile } = server
  const figures = await ledgerFigures(url).catch((error: unknown) => {
    throw queryFailure(error, { directory, logFile })
  })
  requireLedger(dataDir, figures)
  runner.atStop(() => noteLedger(dataDir, url))
  console.log(`Database  postgres://127.0.0.1:${port}/casino in ${directory}`)
  return url
}

/** @throws LaunchError if the ledger contradicts the last clean stop. */
function requireLedger(dataDir: string, figures: LedgerFigures): void {
  const note = readStopNote(dataDir)
  const wrong = note ? contradictions(note, figures) : []
  if (note && wrong.length > 0) throw ledgerContradiction(dataDir, note, wrong)
}

function ledgerContradiction(
  dataDir: string,
  { stoppedAt }: StopNote,
  wrong: readonly string[],
): LaunchError {
  return new LaunchError(
    `The ledger in ${dataDir} does not follow from its last clean stop (${stoppedAt}): ${wrong.join('; ')}. Something has damaged or replaced the database; restore your copy of ${dataDir}, or move it away to start over. If you changed the database on purpose, delete ${stopNoteFile(dataDir)} and start again.`,
  )
}

/** Notes the figures that the next start compares, unless they are wrong already. */
async function noteLedger(dataDir: string, url: string): Promise<void> {
  // Another start may own the directory now.
  if (!holdsLock(dataDir)) return
  // After a crash of the database the previous note stays.
  const figures = await ledgerFigures(url).catch(() => undefined)
  if (!figures) return
  const note = readStopNote(dataDir) ?? { stoppedAt: '', counts: {} }
  if (contradictions(note, figures).length > 0) return
  writeStopNote(dataDir, figures, new Date())
}
