import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/**
 * What the log is told of an error. Of a statement neither its parameters nor
 * the rows it failed on: they can hold password hashes and sealed keys.
 */
export function loggedError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, cause } = error
  const known = { name, message, frames: framesOf(error) }
  const more =
    cause === undefined ? known : { ...known, cause: loggedError(cause) }
  if (error instanceof DrizzleQueryError) {
    return { ...more, message: 'Failed query', query: error.query }
  }
  if (error instanceof DatabaseError) {
    const { code, constraint, table } = error
    return { ...more, code, constraint, table }
  }
  return 'code' in error ? { ...more, code: error.code } : more
}

/** The stack without its head, which repeats the message. */
function framesOf({ stack = '' }: Error): string[] {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
}
