import { dirname, join } from 'node:path'
import { postgresBinaries } from './postgres-binaries.ts'
import { postgresUser } from './postgres-user.ts'
import { runAs } from './run-as.ts'

/** How to run one of PostgreSQL's programs on a data `directory`. */
export function postgresProgram(
  program: 'initdb' | 'postgres',
  directory: string,
  args: readonly string[],
) {
  const command = join(postgresBinaries(), program)
  return runAs({ command, args, user: postgresUser() }, dirname(directory))
}
