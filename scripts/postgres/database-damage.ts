import { dirname } from 'node:path'
import { DatabaseError } from 'pg'
import { LaunchError } from '../cli/launch-error.ts'
import { PartError } from '../process/supervisor.ts'

type Place = { directory: string; logFile: string }

/** PostgreSQL's codes: internal and corrupted, I/O and missing files. */
const DAMAGE_CODES = /^(XX|58)/
/** The role and the database that every PostgreSQL has. */
const MISSING_CODES = new Set(['28000', '3D000'])
const WRONG_PASSWORD = '28P01'

/** Messages at the start about missing or changed files. */
const DAMAGE_WORDS =
  /PANIC: |could not find the database system|could not access the server configuration|is not a valid data directory|incorrect checksum|FATAL: .*(could not|does not exist|corrupt|invalid page)/
/** Messages of failures that restoring a copy doesn't fix. */
const OTHER_WORDS =
  /No space left on device|Permission denied|Cannot allocate memory|Too many open files|Disk quota exceeded|Read-only file system|could not (bind|create|map|resize)/

/** Explains why PostgreSQL did not start, if its files are damaged. */
export function startFailure(error: unknown, directory: string): unknown {
  if (!(error instanceof PartError)) return error
  const { logFile, cause, logLines } = error
  const place = { directory, logFile }
  if (cause instanceof DatabaseError) return queryFailure(cause, place)
  const log = logLines.join('\n')
  const isDamage = DAMAGE_WORDS.test(log) && !OTHER_WORDS.test(log)
  return isDamage ? damageError(place) : error
}

/** Explains why a query failed, if the files are damaged. */
export function queryFailure(error: unknown, place: Place): unknown {
  if (!(error instanceof DatabaseError)) return error
  const { code = '' } = error
  if (code === WRONG_PASSWORD) return passwordError(place)
  const isDamage = DAMAGE_CODES.test(code) || MISSING_CODES.has(code)
  return isDamage ? damageError(place) : error
}

function damageError({ directory, logFile }: Place): LaunchError {
  const data = dirname(directory)
  return new LaunchError(
    `The database in ${directory} is damaged; restore your copy of ${data}, or move ${data} away to start over. PostgreSQL's messages are in ${logFile}`,
  )
}

function passwordError({ directory, logFile }: Place): LaunchError {
  return new LaunchError(
    `The database in ${directory} does not take the password of ${dirname(directory)}/secrets.json: the two are from different copies, or the database is damaged. Restore both from one copy. PostgreSQL's messages are in ${logFile}`,
  )
}
