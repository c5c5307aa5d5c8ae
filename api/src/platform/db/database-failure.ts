import { DatabaseError } from 'pg'

/**
 * Class 08: connection exceptions; 57P: the server shuts down or starts; 25006: it
 * takes no writes, a former primary.
 */
const AWAY_STATE = /^(08|57P|25006)/
const AWAY_CODE = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/
/** Messages of driver errors without a code. */
const AWAY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/

/** True when the database rejected a statement: none of it was committed. */
export function isStatementRejected(error: unknown): boolean {
  const cause = getCause(error)
  return cause instanceof DatabaseError && !AWAY_STATE.test(cause.code ?? '')
}

/** True when the database was unreachable or disconnected. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = getCause(error)
  if (cause instanceof DatabaseError) return AWAY_STATE.test(cause.code ?? '')
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause ? String(cause.code) : ''
  return AWAY_CODE.test(code) || AWAY_MESSAGE.test(cause.message)
}

export function violatedConstraint(error: unknown): string | undefined {
  const cause = getCause(error)
  return cause instanceof DatabaseError ? cause.constraint : undefined
}

/** Unwraps drizzle's error. */
function getCause(error: unknown): unknown {
  return error instanceof Error && error.cause ? error.cause : error
}
