import {
  chownSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProcessRunner } from '../process/managed-process.ts'
import { postgresProgram } from './postgres-program.ts'
import { postgresUser } from './postgres-user.ts'

type EmptyCluster = { directory: string; password: string }

const STOP_WITHIN_MS = 5000

/**
 * Makes an empty PostgreSQL in `directory`. It is made beside and renamed when
 * complete: an interrupted initdb leaves nothing that looks like a database.
 */
export async function initialisePostgres(
  { directory, password }: EmptyCluster,
  runner: ProcessRunner,
): Promise<void> {
  const user = postgresUser()
  const draft = `${directory}.new`
  const passwordFile = join(dirname(directory), 'postgres-password')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  try {
    if (user) {
      chownSync(draft, user.uid, user.gid)
      chownSync(passwordFile, user.uid, user.gid)
    }
    await runner.run({
      name: 'postgres-init',
      ...postgresProgram('initdb', directory, initFlags(draft, passwordFile)),
      stopSignal: 'SIGINT',
      stopWithinMs: STOP_WITHIN_MS,
    })
    renameSync(draft, directory)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

// The builtin locale sorts and folds case alike on every machine. Checksums
// tell a page that was changed on the disk; they are PostgreSQL 18's default.
function initFlags(directory: string, passwordFile: string): string[] {
  return [
    `--pgdata=${directory}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
}
