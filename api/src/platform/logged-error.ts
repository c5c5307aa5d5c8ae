import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { rpcFailure } from './chain/nodes/rpc-failure.ts'

/**
 * Returns an error as it is logged. Leaves out a statement's parameters
 * and the rows it failed on, which can hold password hashes and sealed keys,
 * and the URL of a failed request to a node, which is a secret too.
 */
export function loggedError(thrown: unknown): object {
  const error = rpcFailure(thrown)
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, cause } = error
  const known = { name, message, frames: framesOf(thrown) }
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
function framesOf(thrown: unknown): string[] {
  const { stack = '' } = thrown instanceof Error ? thrown : {}
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
}
